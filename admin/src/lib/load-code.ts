/** Code could not be loaded, because the server cannot be reached. */
export class ServerAwayError extends Error {}

/**
 * Loads the code of a page or of a large part of it.
 *
 * If code is missing although the server can be reached, the server has a new version. The error of the
 * browser then makes the router reload the document, once. Without a server, that would replace the admin by
 * the browser's own error page, which never comes back.
 * @throws ServerAwayError
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (await isServerThere()) throw error;
    throw new ServerAwayError('Cannot reach the server', { cause: error });
  }
}

/** Whether the server would answer a reload of the page. */
export async function isServerThere(): Promise<boolean> {
  try {
    const response = await fetch('/admin/', { method: 'HEAD', cache: 'no-store' });
    return response.ok;
  } catch {
    return false;
  }
}

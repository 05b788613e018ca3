/** Code could not be loaded, because the server cannot be reached. */
export class ServerAwayError extends Error {}

/** Code is missing although the server can be reached: the server has a new version, with code of other names. */
export class ServerUpdatedError extends Error {}

/**
 * Loads the code of a page or of a large part of it.
 *
 * If a page is missing, the message of the browser, which the error keeps, makes the router reload the document,
 * once. Without a server, that would replace the admin by the browser's own error page, which never comes back.
 * @throws ServerAwayError, ServerUpdatedError
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!(await isServerThere())) throw new ServerAwayError('Cannot reach the server', { cause: error });
    throw new ServerUpdatedError(error instanceof Error ? error.message : String(error), { cause: error });
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

/** Without a server, a reload would end at the browser's own error page. Returns whether it reloads. */
export async function reloadIfServerThere(): Promise<boolean> {
  const isThere = await isServerThere();
  if (isThere) location.reload();
  return isThere;
}

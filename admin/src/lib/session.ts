/** Signing in and out. The session itself is in a cookie that no script can read. */
export type SignInResult = { kind: 'ok' } | { kind: 'error'; message: string };

export async function signIn(proof: { token: string } | { code: string }): Promise<SignInResult> {
  try {
    const response = await fetch('/admin/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(proof),
    });
    if (response.ok) return { kind: 'ok' };
    const { error } = (await response.json()) as { error: string };
    return { kind: 'error', message: error };
  } catch {
    return { kind: 'error', message: 'Cannot reach the server. Is it running?' };
  }
}

/** Whether users sign in with an identity provider. */
export async function hasIdentityProvider(): Promise<boolean> {
  try {
    const response = await fetch('/admin/oidc');
    return response.ok && ((await response.json()) as { available: boolean }).available;
  } catch {
    return false;
  }
}

export async function signOut(): Promise<void> {
  await fetch('/admin/session', { method: 'DELETE' }).catch(() => undefined);
}

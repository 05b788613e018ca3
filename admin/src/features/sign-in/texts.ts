export const texts = {
  page: {
    documentTitle: 'Sign in · Callboard',
    title: 'Sign in to Callboard',
    form: 'Sign in',
    ended: 'You were signed out. Your session expired, or its token was revoked.',
    token: 'API token',
    tokenHint:
      '“npm start” prints a one-time sign-in link and shows where to find the first admin token. Admins can create tokens for other people under Tokens.',
    tokenHintBesideProvider: 'Admins can create tokens under Tokens.',
    tokenMissing: 'Enter an API token.',
    submitBesideProvider: 'Sign in with the token',
    provider: 'Sign in with single sign-on',
    or: 'or',
  },
  /** Why the identity provider did not sign in the user, by the code in the address. */
  providerProblems: {
    denied: 'The identity provider did not sign you in. Try again, or ask its administrators.',
    no_role: 'You have no access: none of your groups has a role in Callboard. Ask a Callboard admin.',
    expired: 'The sign-in took too long, or began in another browser. Try again.',
    unavailable: 'The identity provider cannot be reached. Try again later, or sign in with an API token.',
    busy: 'Too many people are signing in. Try again.',
  },
  providerFailed: 'The sign-in failed. See the server log for details.',
} as const;

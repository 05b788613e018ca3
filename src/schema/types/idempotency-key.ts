/** The argument `idempotencyKey` of mutations that start something. */
export const idempotencyKey = {
  type: 'String',
  description:
    '1 to 255 characters. For 24 hours, the same request with the same key starts nothing and returns what the first one started; another request with it is a ConflictError.',
} as const;

/** The argument `idempotencyKey` of mutations that create something. */
export const creationKey = {
  type: 'String',
  description:
    '1 to 255 characters. For 24 hours, the same request with the same key creates nothing and returns what the first one created; another request with it is a ConflictError.',
} as const;

/** The same of what has a secret that is told once. */
export const secretCreationKey = {
  type: 'String',
  description:
    '1 to 255 characters. For 24 hours, the same request with the same key creates nothing. A secret that Callboard made is shown once, so the repetition is a ConflictError that names what the first one created.',
} as const;

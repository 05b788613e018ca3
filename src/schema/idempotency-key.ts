/** The argument `idempotencyKey` of mutations that start something. */
export const idempotencyKey = {
  type: 'String',
  description:
    '1 to 255 characters. For 24 hours, the same request with the same key starts nothing and returns what the first one started; another request with it is a ConflictError.',
} as const;

/** The argument `idempotencyKey` of mutations that start something. */
export const idempotencyKey = {
  type: 'String',
  description:
    'Makes the request safe to repeat. For 24 hours, the same request with the same key starts nothing more and returns the first run; a different request with the same key is a `ConflictError`. 1 to 255 characters.',
} as const;

/** The argument `idempotencyKey` of mutations that create something. */
export const creationKey = {
  type: 'String',
  description:
    'Makes the request safe to repeat. For 24 hours, the same request with the same key creates nothing more and returns what the first one created; a different request with the same key is a `ConflictError`. 1 to 255 characters.',
} as const;

/** The argument `idempotencyKey` of mutations whose result shows a secret once. */
export const secretCreationKey = {
  type: 'String',
  description:
    'Makes the request safe to repeat. For 24 hours, a request with the same key creates nothing more. Because a generated secret is shown only once, the repeated request is a `ConflictError` that names what the first one created. 1 to 255 characters.',
} as const;

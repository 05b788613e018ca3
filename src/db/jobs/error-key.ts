/**
 * SQL: what failed attempts have in common when the same thing went wrong, the beginning of the message. The whole of it may be
 * larger than an index takes. An index is built on each of these expressions: they must stay as they are.
 */
export const ERROR_KEY = `left(error ->> 'message', 300)`;
export const ERROR_CODE = `left(error ->> 'code', 100)`;

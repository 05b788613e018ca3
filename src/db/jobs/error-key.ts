/**
 * SQL: the key that groups failed attempts by reason, which is the beginning of the message. A whole message
 * may be too large for an index. Indexes use these expressions, so they must not change.
 */
export const ERROR_KEY = `left(error ->> 'message', 300)`;
export const ERROR_CODE = `left(error ->> 'code', 100)`;

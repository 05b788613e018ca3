/**
 * SQLSTATE of a statement that waited for a row for longer than the connection's `lock_timeout`. Agents write to their own rows
 * and may leave their transaction open: whoever needs such a row says so instead of waiting for ever.
 */
export const LOCK_TIMEOUT = '55P03';

/**
 * Repeated statements are prepared under a name, so that the server parses and plans them once per
 * connection. Planning took three quarters of the time of most statements. Names are automatic: the text of a
 * statement is its key.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';

/**
 * The number of texts that are built from a caller's input is unlimited. Beyond this number, statements are
 * planned each time.
 */
const NAMES_AT_MOST = 500;
/** A text is prepared when it is used again. Texts that are not are forgotten after this many others. */
const ONCE_AT_MOST = 1_000;

/** Statements that have a plan. Several statements in one text cannot be prepared. */
const HAS_PLAN = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i;

/** What to send for a text and its values: prepared if that pays. */
export type PrepareStatement = (text: string, values: unknown[] | undefined) => pg.QueryConfig;

/**
 * @returns a function that names statements in its own register: texts that callers vary must not use up the
 * names of others
 */
export function createPreparing(): PrepareStatement {
  const names = new Map<string, string>();
  const once = new Set<string>();

  /** The name under which a text is prepared; undefined: it is not prepared. */
  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= NAMES_AT_MOST || !HAS_PLAN.test(text) || text.includes(';')) return undefined;
    if (!once.delete(text)) {
      if (once.size >= ONCE_AT_MOST) once.clear();
      once.add(text);
      return undefined;
    }
    // Without the hash the name would be cut at 63 bytes, and two statements could share it.
    const name = `cb_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`;
    names.set(text, name);
    return name;
  }

  return (text, values) => {
    const name = nameOf(text);
    return { text, ...(values && { values }), ...(name !== undefined && { name }) };
  };
}

/** For statements whose text is fixed in the code. */
export const preparedStatement = createPreparing();

/**
 * Settings of a session that prepares statements. A plan is kept while its table grows. A plan that reads an
 * empty table completely, which is the cheapest at that time, must therefore be avoided. A table without an
 * index is still read completely.
 */
export const PREPARING = { enable_seqscan: 'off', jit: 'off' } as const;

/**
 * Statements that come again are prepared under a name, so that the server parses and plans them once per connection: planning
 * was three quarters of the time of most of ours. Nobody names anything: a statement's text is its name.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Texts that are put together from what a caller wants come in any number: past so many, the rest is planned each time. */
const NAMES_AT_MOST = 500;
/** A text is named when it comes again; those that never do are forgotten by so many. */
const ONCE_AT_MOST = 1_000;

/** Statements that have a plan; several at once cannot be prepared. */
const HAS_PLAN = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i;

/** What is to be sent for a text and its values: prepared where that pays. */
export type PrepareStatement = (text: string, values: unknown[] | undefined) => pg.QueryConfig;

/** @returns what names statements, by a register of its own: those whose texts callers vary must not use up the names of others */
export function createPreparing(): PrepareStatement {
  const names = new Map<string, string>();
  const once = new Set<string>();

  /** The name under which a text is prepared; undefined: it is not. */
  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= NAMES_AT_MOST || !HAS_PLAN.test(text) || text.includes(';')) return undefined;
    if (!once.delete(text)) {
      if (once.size >= ONCE_AT_MOST) once.clear();
      once.add(text);
      return undefined;
    }
    // Without the hash the name would be cut at 63 bytes, and two statements be one.
    const name = `cb_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`;
    names.set(text, name);
    return name;
  }

  return (text, values) => {
    const name = nameOf(text);
    return { text, ...(values && { values }), ...(name !== undefined && { name }) };
  };
}

/** Of the statements that stand in the code. */
export const preparedStatement = createPreparing();

/**
 * Settings of a session that prepares. A plan is kept while the table that it was made for grows: one that reads the whole of an
 * empty table, which is the cheapest then, must not be made. What has no index is read whole all the same.
 */
export const PREPARING = { enable_seqscan: 'off', jit: 'off' } as const;

/** How claims read attempts that wait to be called: the usual way, and the way while runs are stopping. */

/**
 * Instants are rounded to milliseconds, so a row that was just released may seem to be half a millisecond
 * ahead.
 */
export const READY = `status = 'pending' AND "releasedAt" <= statement_timestamp() + interval '1 millisecond'`;

export const ORDER = `priority DESC, "releasedAt", id`;
/** Runs that were asked to stop and have not ended. An index contains only these. */
export const STOPPING = `SELECT id FROM "ScheduleExecution" WHERE "cancelRequestedAt" IS NOT NULL AND "runStatus" = 'running'`;
/** Checked once, before anything is read. */
const NONE_STOPPING = 'NOT EXISTS (SELECT FROM stopping)';
const OF_STOPPING = '"scheduleExecutionId" = ANY (ARRAY(SELECT id FROM stopping))';

/**
 * How a claim reads released attempts. Both functions select `id`, `priority` and `"releasedAt"` of up to
 * `most` of them, in order.
 */
export interface Reading {
  /** @param of condition that names the first columns of an index of released attempts */
  read(of: string, most: string, andIf?: string): string;
  /** The same, locked. Attempts that other workers lock are left out. */
  lock(of: string, most: string, andIf?: string): string;
  /** Further condition on attempts without a worker. */
  unowned: string;
  /** Further rows of the result. */
  orElse: string;
}

const FROM_READY = (of: string, andIf: string) =>
  `FROM "AgentJobExecution" j WHERE ${READY} AND ${of}${andIf}`;

/** The usual way. Reads nothing while a run is stopping. */
export const STRAIGHT: Reading = {
  read: (of, most, andIf = '') =>
    `SELECT id, priority, "releasedAt" ${FROM_READY(of, andIf)} AND ${NONE_STOPPING} ORDER BY ${ORDER} LIMIT ${most}`,
  lock: (of, most, andIf) => `${STRAIGHT.read(of, most, andIf)} FOR UPDATE SKIP LOCKED`,
  unowned: NONE_STOPPING,
  orElse:
    'UNION ALL SELECT claimed.* FROM (SELECT FROM stopping LIMIT 1) stopping LEFT JOIN claimed ON false',
};

/**
 * How many more attempts than wanted are read before they are locked, because other workers lock some of
 * them.
 */
export const SPARE = 50;

/**
 * How many attempts of stopping runs a claim passes one by one. A step costs as much as reading ten attempts or
 * more, so it pays only if most steps pass many. Retries have an instant of their own each.
 */
const MOST_PASSED = 500;

/**
 * The way while runs are stopping. Their waiting attempts, perhaps a hundred thousand, are in the index until
 * they are ended. They are not read: from the first one it meets, the claim continues after the last attempt
 * of the run among those that were released at the same instant. So it reads a few rows for each such
 * instant, and one for each attempt that it may claim. After `MOST_PASSED` such instants, it reads the rest
 * row by row.
 *
 * Attempts of other runs that were released in the same millisecond, and were created while the stopping run
 * was expanded, may be passed over. Claims find them when the attempts before them are ended.
 */
export const PAST_STOPPING: Reading = {
  read(of, most, andIf = '') {
    const next = (
      after: string,
    ) => `SELECT id, priority, "releasedAt", "scheduleExecutionId", ${OF_STOPPING} AS stops
        ${FROM_READY(of, andIf)}${after} ORDER BY ${ORDER} LIMIT 1`;
    const rest = (after: string) => `SELECT id, priority, "releasedAt"
        ${FROM_READY(of, andIf)} AND NOT ${OF_STOPPING} AND ${after} ORDER BY ${ORDER} LIMIT ${most} - walk.before`;
    // A comparison that also covers lower priorities would read all attempts of the same priority.
    return `SELECT id, priority, "releasedAt" FROM (
      WITH RECURSIVE walk AS (
        SELECT first.*, 0 AS before, first.stops::int AS passed FROM (${next('')}) first
        UNION ALL
        SELECT following.*, walk.before + (NOT walk.stops)::int, walk.passed + following.stops::int
        FROM walk CROSS JOIN LATERAL (SELECT CASE WHEN walk.stops THEN (
            SELECT max(id) FROM "AgentJobExecution" of_run WHERE of_run."scheduleExecutionId" = walk."scheduleExecutionId") ELSE walk.id END AS id
        ) last CROSS JOIN LATERAL (
          (${next(' AND priority = walk.priority AND ("releasedAt", id) > (walk."releasedAt", last.id)')})
          UNION ALL
          (${next(' AND priority < walk.priority')})
          LIMIT 1
        ) following WHERE walk.before + (NOT walk.stops)::int < ${most} AND walk.passed < ${MOST_PASSED}
      )
      SELECT id, priority, "releasedAt" FROM walk WHERE NOT stops
      UNION ALL
      SELECT rest.* FROM walk CROSS JOIN LATERAL (
        (${rest('priority = walk.priority AND ("releasedAt", id) > (walk."releasedAt", walk.id)')})
        UNION ALL
        (${rest('priority < walk.priority')})
        LIMIT ${most} - walk.before
      ) rest WHERE walk.passed = ${MOST_PASSED}) past`;
  },
  lock: (of, most, andIf) => `SELECT id, priority, "releasedAt" FROM "AgentJobExecution"
      WHERE id = ANY (ARRAY(SELECT id FROM (${PAST_STOPPING.read(of, `${most} + ${SPARE}`, andIf)}) found)) AND ${READY}
      ORDER BY ${ORDER} LIMIT ${most} FOR UPDATE SKIP LOCKED`,
  unowned: `NOT ${OF_STOPPING}`,
  orElse: '',
};

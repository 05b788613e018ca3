/**
 * Changes by others, from the payloads of NOTIFY callboard_engine. Triggers say what changed and when it is
 * due.
 */
export interface ForeignWrites {
  /**
   * The earliest next run of changed schedules, in milliseconds since 1970 by the database's clock; null:
   * none changed.
   */
  scheduleDueAt: number | null;
  /** The earliest `fireAt` of new runs, in milliseconds since 1970; null: there are none. */
  executionDueAt: number | null;
  /** An enabled schedule may have no next run. */
  unplanned: boolean;
  executions: boolean;
  attempts: boolean;
  backfills: boolean;
}

/** The meaning of a payload that is empty or unknown. */
const ANYTHING: ForeignWrites = {
  scheduleDueAt: Number.NEGATIVE_INFINITY,
  executionDueAt: Number.NEGATIVE_INFINITY,
  unplanned: true,
  executions: true,
  attempts: true,
  backfills: true,
};

const NOTHING: ForeignWrites = {
  scheduleDueAt: null,
  executionDueAt: null,
  unplanned: false,
  executions: false,
  attempts: false,
  backfills: false,
};

export function parseForeignWrites(payloads: readonly string[]): ForeignWrites {
  return payloads.map(parse).reduce(both, NOTHING);
}

function parse(payload: string): ForeignWrites {
  const [, kind, instant] = /^(\w+)(?::(-?\d{1,16}))?$/.exec(payload) ?? [];
  switch (kind) {
    case 'schedule':
      return instant === undefined ? ANYTHING : { ...NOTHING, scheduleDueAt: Number(instant) };
    case 'execution':
      return instant === undefined
        ? { ...NOTHING, executions: true }
        : { ...NOTHING, executionDueAt: Number(instant) };
    case 'unplanned':
      return { ...NOTHING, unplanned: true };
    case 'attempt':
      return { ...NOTHING, attempts: true };
    case 'backfill':
      return { ...NOTHING, backfills: true };
    default:
      return ANYTHING;
  }
}

function both(a: ForeignWrites, b: ForeignWrites): ForeignWrites {
  return {
    scheduleDueAt: earlier(a.scheduleDueAt, b.scheduleDueAt),
    executionDueAt: earlier(a.executionDueAt, b.executionDueAt),
    unplanned: a.unplanned || b.unplanned,
    executions: a.executions || b.executions,
    attempts: a.attempts || b.attempts,
    backfills: a.backfills || b.backfills,
  };
}

function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

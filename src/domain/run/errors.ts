/** One entry for each distinct error message of a run. */
export interface GroupedError {
  message: string;
  /** When it was first seen, ISO 8601. */
  timestamp: string;
  count: number;
}

/** Messages kept per run; more would add nothing. */
const MAX_GROUPED_ERRORS = 100;
const MAX_MESSAGE_LENGTH = 1_000;

/** Adds failures to the grouped errors of a run. Messages beyond the hundredth are dropped. */
export function groupErrors(
  known: readonly GroupedError[],
  failures: readonly { message: string; at: Date }[],
): GroupedError[] {
  const groups = new Map(known.map((group) => [group.message, { ...group }]));
  for (const { message, at } of failures) {
    const key = message.slice(0, MAX_MESSAGE_LENGTH);
    const group = groups.get(key);
    if (group) group.count += 1;
    else if (groups.size < MAX_GROUPED_ERRORS)
      groups.set(key, { message: key, timestamp: at.toISOString(), count: 1 });
  }
  return [...groups.values()];
}

/** One entry for each message of an execution's errors. */
export interface GroupedError {
  message: string;
  /** When it was first seen, ISO 8601. */
  timestamp: string;
  count: number;
}

/** Messages kept per execution; more tell nothing new. */
export const MAX_GROUPED_ERRORS = 100;
const MAX_MESSAGE_LENGTH = 1_000;

/** Adds failures to the grouped errors of an execution; a message beyond the hundredth is not kept. */
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

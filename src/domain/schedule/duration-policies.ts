/**
 * The options of a schedule that limit something by a duration: their names and what they limit. Their forms,
 * columns, and fields in the API follow from this table. Without a value, nothing is limited.
 */
const DURATION_POLICIES = {
  minInterval: 'Shortest time between deciding a run and the run itself, whatever a hint proposes.',
  maxInterval: 'Longest time from the last run, or from creation, to the next run, whatever a hint proposes.',
  startingDeadline: 'How late a slot can start. Later slots are skipped.',
} as const;

type DurationPolicy = keyof typeof DURATION_POLICIES;

/** In milliseconds, at least a second. Null: not limited. */
export type DurationPolicies = { readonly [name in DurationPolicy]: number | null };

export const DURATION_POLICY_NAMES = Object.keys(DURATION_POLICIES) as readonly DurationPolicy[];

/** Something for each of these options, by its name. */
export function forDurationPolicies<T>(make: (name: DurationPolicy, description: string) => T): {
  [name in DurationPolicy]: T;
} {
  const made = DURATION_POLICY_NAMES.map((name) => [name, make(name, DURATION_POLICIES[name])]);
  return Object.fromEntries(made) as { [name in DurationPolicy]: T };
}

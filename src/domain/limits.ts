/**
 * Every limit that protects the system from one caller, agent or reader: one number each, listed with its meaning in
 * `docs/security.md`, where `test/docs/limits.test.ts` keeps both equal. The name ends in the unit: `Bytes`, `Ms`, or a count.
 */
export const LIMITS = {
  /** Body of a GraphQL request. */
  graphqlBodyBytes: 1_048_576,
} as const;

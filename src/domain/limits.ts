/**
 * Every limit that protects the system from one caller, agent or reader: one number each, listed with its meaning in
 * `docs/security.md`, where `test/docs/limits.test.ts` keeps both equal. The name ends in the unit: `Bytes`, `Ms`, or a count.
 */
export const LIMITS = {
  /** Body of a GraphQL request. */
  graphqlBodyBytes: 1_048_576,
  /** One value that a data source gives. */
  dataSourceValueBytes: 1_048_576,
  /** Values of data sources that an expansion holds in memory while it combines them with the values of the largest. */
  expansionHeldBytes: 16_777_216,
  /** Params that one statement of an expansion inserts, and values that it reads at a time. */
  expansionChunkBytes: 4_194_304,
  /** Expansions of one run that end with their worker, or with an error that nobody expected. */
  expansionTries: 3,
  /** How often every server and worker looks whether work stands still. */
  watchIntervalMs: 10_000,
  /** How long work may wait without any worker before people are told. With a worker's lease of 30 s, they are told of a crash within a minute. */
  workerAbsenceGraceMs: 20_000,
} as const;

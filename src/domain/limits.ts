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
  /** Heartbeats that are kept of each run, and of each agent. */
  heartbeatsKept: 100,
  /** Between two heartbeats that are kept. */
  heartbeatSpacingMs: 1_000,
  /** Metrics that are kept with a heartbeat; larger ones are left out. */
  heartbeatContextBytes: 1_024,
  /** How often every server and worker looks whether work stands still. */
  watchIntervalMs: 10_000,
  /** How long work may wait without any worker before people are told. With a worker's lease of 30 s, they are told of a crash within a minute. */
  workerAbsenceGraceMs: 20_000,
  /** One answer to a call, health check, notice or notification as it arrives: headers, framing and body. */
  answerWireBytes: 2_097_152,
  /** Of one answer: 1xx before the status that counts. */
  interimResponses: 10,
  /** JSON Schema of an agent. */
  jsonSchemaBytes: 65_536,
  /** Larger schemas are never compiled in the main thread. */
  inlineSchemaBytes: 8_192,
  /** Parts of a schema times characters of a value: what is more is validated in a thread of its own. */
  inlineValidationSteps: 100_000,
  /** One try at one value, of two; what takes longer is invalid. */
  validationMs: 500,
  /** One try at compiling one schema, of two. */
  schemaCompileMs: 2_000,
  /** A value as JSON; larger ones are invalid. */
  validatedValueCharacters: 1_048_576,
  /** Heap of a thread that validates. */
  validationMemoryBytes: 67_108_864,
  /** The longest that hostile reports may keep a server from other requests. */
  eventLoopStallMs: 2_000,
  /** In the control plane: beyond this, callers are asked to come again. */
  waitingValidations: 200,
  /** Connections of one agent's login, unless `create_agent_login` is given another number. */
  agentConnections: 10,
  /** A session of an agent's login that is idle in a transaction for longer is ended. */
  agentIdleTransactionMs: 60_000,
  /** A transaction of an agent's login that takes longer is ended with its session. */
  agentTransactionMs: 600_000,
  /** A session of an agent's login that holds more locks is ended. */
  agentLocks: 250,
  /** A session of an agent's login that keeps Callboard waiting for an advisory lock for longer is ended. */
  agentLockBlocksMs: 1_000,
  /** The same without an API token: enough to ask who is signed in. */
  anonymousBodyBytes: 16_384,
  /** What one operation may read from the database and answer, together. */
  operationBytes: 16_777_216,
  /** The same of all operations that one API token has running. */
  tokenBytes: 33_554_432,
  /** The same of all operations that one server has running. */
  serverBytes: 134_217_728,
  /** A params, result, metrics or response body that is part of a list; a longer one is cut. */
  listedValueBytes: 16_384,
  /** Operations that one API token has running on one server; more wait. */
  operationsPerToken: 8,
  /** Operations of one API token that wait; more are refused. */
  waitingOperationsPerToken: 100,
  /** Operations that one server runs. */
  operations: 32,
  /** How long an operation waits before it is refused. */
  operationWaitMs: 10_000,
  /** Connections of each database pool of a server that the queries of one API token use. */
  connectionsPerToken: 4,
  /** How long a client may take to receive a response. */
  responseMs: 60_000,
  /** Selections of a document, with its fragments written out. */
  documentSelections: 5_000,
  /** Pairs of selections of a document that have to be compared, since they may answer under one name. */
  documentComparisons: 5_000,
  /** Fields that one operation may return. */
  operationFields: 20_000,
  /** Jobs, runs or schedules that a search by text looks through: the newest. */
  searchedRows: 20_000,
  /** Rows of a history that `totalCount` counts; of more it says how many there are at least, or about. */
  countedRows: 5_000,
  /** Items of a list in the variables of an operation, except inside JSON. */
  listItems: 10_000,
  /** Message on a WebSocket. */
  websocketMessageBytes: 262_144,
  /** WebSockets of one API token on one server. */
  socketsPerToken: 250,
  /** WebSockets from one address that have not signed in yet. */
  unsignedSocketsPerAddress: 50,
  /** WebSockets that have not signed in yet. */
  unsignedSockets: 500,
  /** Operations at once on one WebSocket. */
  operationsPerSocket: 100,
  /** Subscriptions of one API token on one server. */
  subscriptionsPerToken: 1_000,
  /** Subscriptions of one server. */
  subscriptions: 5_000,
  /** Events of one subscription that are answered at once and then sent. */
  readyAnswers: 250,
  /** Their answers together; a longer one is alone. */
  readyAnswerBytes: 65_536,
  /** Answers of one server to events, kept for subscriptions that are a little slower than others of their kind. */
  sharedAnswerBytes: 8_388_608,
  /** Connections of one server; more are closed. */
  connections: 10_000,
  /** How long a server believes what it knows of an API token or a session. */
  credentialCacheMs: 500,
  /** Different API tokens from one address that may fail in a minute. */
  failedTokensPerMinute: 10,
  /** Requests without an API token that one server answers at once from one address. */
  anonymousRequestsPerAddress: 4,
  /** Body of a callback. */
  reportBodyBytes: 1_048_576,
  /** Bodies over 16 KiB of callbacks and webhooks that one server reads at once from one address; more wait. */
  largeBodiesPerAddress: 16,
  /** The same from all addresses. */
  largeBodies: 64,
  /** Query string of a request to an agent that is called with GET. Common servers refuse longer ones. */
  agentQueryCharacters: 8_192,
  /** Answers of agents that one worker keeps while the database is away; beyond, it sends nothing more. */
  bufferedAnswers: 2_000,
  /** The same in bytes, roughly. */
  bufferedAnswerBytes: 33_554_432,
  /** The longest that one hostile agent and one hostile reader, together, keep others waiting on two busy cores. */
  hostileDelayMs: 20_000,
} as const;

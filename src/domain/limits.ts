/**
 * Every limit that protects the system from one caller, agent or reader: one number each, listed with its
 * meaning in `docs/security.md`, where `test/docs/limits.test.ts` keeps both equal. The name ends in the
 * unit: `Bytes`, `Ms`, or a count.
 */
export const LIMITS = {
  /** Body of a GraphQL request. */
  graphqlBodyBytes: 1_048_576,
  /** Documents of one `applyConfiguration`. */
  configurationDocuments: 1_000,
  /**
   * Documents in one page of an export, and values in the differences that one `applyConfiguration` returns;
   * longer ones are left out.
   */
  configurationAnswerBytes: 4_194_304,
  /** One value of a data source. */
  dataSourceValueBytes: 1_048_576,
  /**
   * Values of data sources that an expansion keeps in memory while it combines them with those of the largest
   * source.
   */
  expansionCombinedBytes: 16_777_216,
  /** Params that one statement of an expansion inserts, and values that it reads at once. */
  expansionChunkBytes: 4_194_304,
  /** Tries of an expansion that ends because its worker dies or with an unexpected error. */
  expansionTries: 3,
  /** Heartbeats kept for each attempt, and for each agent. */
  heartbeatsKept: 100,
  /** Time between two heartbeats that are kept. */
  heartbeatSpacingMs: 1_000,
  /** Metrics kept with a heartbeat; larger ones are left out. */
  heartbeatContextBytes: 1_024,
  /** How often every server and worker checks whether work is stuck. */
  watchIntervalMs: 10_000,
  /**
   * How long work may wait without any worker before a notification is sent. With a lease of 30 s, it is sent
   * within a minute of a crash.
   */
  workerAbsenceGraceMs: 20_000,
  /**
   * Bytes received in one answer to a call, health check, cancellation notice or notification: headers,
   * framing and body.
   */
  answerWireBytes: 2_097_152,
  /** Interim (1xx) responses in one answer. */
  interimResponses: 10,
  /** JSON Schema of an agent. */
  jsonSchemaBytes: 65_536,
  /** Larger schemas are compiled in a separate thread. */
  inlineSchemaBytes: 8_192,
  /** Parts of a schema × characters of a value. More than this is validated in a separate thread. */
  inlineValidationSteps: 100_000,
  /** One of two tries at validating a value. A value that takes longer is invalid. */
  validationMs: 500,
  /** One of two tries at compiling a schema. */
  schemaCompileMs: 2_000,
  /** A value as JSON; larger ones are invalid. */
  validatedValueCharacters: 1_048_576,
  /** Heap of a validation thread. */
  validationMemoryBytes: 67_108_864,
  /** Longest time that hostile reports can keep a server from other requests. */
  eventLoopStallMs: 2_000,
  /** Validations that wait in a server; beyond this, callers are asked to try again. */
  waitingValidations: 200,
  /** Connections of an agent's login, unless `create_agent_login` is given another number. */
  agentConnections: 10,
  /** A session of an agent's login that is idle in a transaction for longer is ended. */
  agentIdleTransactionMs: 60_000,
  /** A transaction of an agent's login that takes longer is ended with its session. */
  agentTransactionMs: 600_000,
  /** A session of an agent's login that holds more locks is ended. */
  agentLocks: 250,
  /** A session of an agent's login that keeps Callboard waiting for an advisory lock for longer is ended. */
  agentLockBlocksMs: 1_000,
  /**
   * Percentage of PostgreSQL's queue of notifications in use. Beyond it, transactions of agents' logins
   * may only take `agentQueueBlocksMs`: while one is open, its session may be what keeps the queue from
   * being emptied, and once the queue is full, nobody can commit a NOTIFY.
   */
  agentQueuePercent: 5,
  /** A transaction of an agent's login that takes longer while the queue fills is ended with its session. */
  agentQueueBlocksMs: 5_000,
  /** Body of a GraphQL request without an API token: enough to ask who is signed in. */
  anonymousBodyBytes: 16_384,
  /** Bytes that one operation can read from the database and return, in total. */
  operationBytes: 16_777_216,
  /** The same for all concurrent operations of one API token. */
  tokenBytes: 33_554_432,
  /** The same for all concurrent operations of one server. */
  serverBytes: 134_217_728,
  /** Params, result, metrics or response body in a list; longer ones are left out. */
  listedValueBytes: 16_384,
  /** Concurrent operations of one API token on one server; more wait. */
  operationsPerToken: 8,
  /** Waiting operations of one API token; more are refused. */
  waitingOperationsPerToken: 100,
  /** Concurrent operations of one server. */
  operations: 32,
  /** How long an operation waits before it is refused. */
  operationWaitMs: 10_000,
  /** Connections of each database pool of a server that the queries of one API token use. */
  connectionsPerToken: 4,
  /** How long a client may take to receive a response. */
  responseMs: 60_000,
  /** Result of a tool for language models; a larger one is an error. */
  toolResultBytes: 262_144,
  /** How long the confirmation of such a tool can be used. */
  confirmationMs: 120_000,
  /** Selections of a document, with its fragments written out. */
  documentSelections: 5_000,
  /** Pairs of selections of a document that must be compared because they can share a response name. */
  documentComparisons: 5_000,
  /** Fields that one operation may return. */
  operationFields: 20_000,
  /** Newest jobs, runs or schedules that a text search examines. */
  searchedRows: 20_000,
  /** Rows of a history that `totalCount` counts; beyond that it is an estimate or a lower bound. */
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
  /** Concurrent operations on one WebSocket. */
  operationsPerSocket: 100,
  /** Subscriptions of one API token on one server. */
  subscriptionsPerToken: 1_000,
  /** Subscriptions of one server. */
  subscriptions: 5_000,
  /** Events of one subscription that are executed together before they are sent. */
  readyAnswers: 250,
  /** The same in bytes of their answers; a longer answer is sent alone. */
  readyAnswerBytes: 65_536,
  /**
   * Answers to events that one server keeps for subscriptions that are slower than others with the same
   * document.
   */
  sharedAnswerBytes: 8_388_608,
  /** Connections of one server; more are closed. */
  connections: 10_000,
  /** How long a server caches an API token or a session. */
  credentialCacheMs: 500,
  /** Different wrong API tokens from one address in a minute. */
  failedTokensPerMinute: 10,
  /** Concurrent requests without an API token from one address on one server. */
  anonymousRequestsPerAddress: 4,
  /** Agents that one server grades at the same time. */
  gradings: 2,
  /** Body of a callback. */
  reportBodyBytes: 1_048_576,
  /**
   * Callback bodies over 16 KiB that one server reads at the same time from one address, and as many of
   * webhooks; more wait.
   */
  largeBodiesPerAddress: 16,
  /** The same from all addresses. */
  largeBodies: 64,
  /** How long one of them may take to arrive while others wait. */
  largeBodyMs: 1_000,
  /** Query string of a request to an agent that is called with GET. Common servers refuse longer ones. */
  agentQueryCharacters: 8_192,
  /**
   * Answers of agents that one worker keeps while the database is unavailable; beyond that, it sends nothing
   * more.
   */
  bufferedAnswers: 4_000,
  /** The same in bytes, approximately. */
  bufferedAnswerBytes: 33_554_432,
  /**
   * Longest time that one hostile agent and one hostile reader together keep others waiting on two busy
   * cores.
   */
  hostileDelayMs: 20_000,
} as const;

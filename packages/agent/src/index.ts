export { type Agent, type AgentOptions, createAgent } from './agent.js';
export { type Answer, type AttemptStore, createMemoryAttempts } from './attempts.js';
export { AgentError, RetryLater } from './errors.js';
export type { Job, JobMetadata, UpstreamStep } from './job.js';
export type { ParamsCheck, StandardSchema } from './params.js';

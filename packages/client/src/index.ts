export { type Client, type ClientOptions, createClient, type NodeOf, type RequestOptions } from './client.js';
export { CallboardError, type Issue, unwrap } from './errors.js';
export * from './operations.generated.js';
export type { RetryOptions } from './retry.js';
export type { SubscribeOptions } from './subscribe.js';
export type { TypedDocument } from './typed-document.js';

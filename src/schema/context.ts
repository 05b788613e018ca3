import type { Reader } from '../db/reader/create-reader.js';
import type { OutboxTail } from '../events/outbox-tail.js';
import type { Tracing } from '../runtime/telemetry/tracing.js';
import type { Actor, ServiceDeps } from '../services/access/context.js';
import type { Credential } from '../services/access/create-authenticator.js';
import type { Listening } from '../services/conformance/database-inbox.js';
import type { EventAnswers } from './events/event-answers.js';
import type { EventReads } from './events/event-reads.js';
import type { EventRows } from './events/event-rows.js';
import type { LargeValues } from './jobs/large-value-loader.js';
import type { Admission, Admitted } from './server/admission.js';
import type { Sessions } from './server/sessions.js';
import { unauthenticated } from './types/coded-error.js';

/** What the schema needs from its process. */
export interface SchemaDeps {
  services: ServiceDeps;
  /** For reads only. Services do all writing. */
  prisma: Reader;
  events: OutboxTail;
  /** Receives what other processes notify. */
  listener: Listening;
  sessions: Sessions;
  eventAnswers: EventAnswers;
  eventRows: EventRows;
  /** Large values of the rows that events are about. */
  eventValues: LargeValues;
  admission: Admission;
  /** URL at which this server is reached from outside, without a trailing slash. */
  publicUrl: string;
  /** Whether the admin has a GraphQL explorer. */
  explorer: 'on' | 'off' | 'persisted_only';
  /** Milliseconds of silence after which a subscription sends its cursor again. */
  heartbeatMs: number;
  /** Undefined if tracing is off. */
  tracing?: Tracing | undefined;
}

/** The context of one operation. A subscription keeps it until it ends. */
export interface GraphQLContext extends SchemaDeps {
  /** Undefined if no one is signed in. */
  actor: Actor | undefined;
  /** Address of the client: behind a proxy that is not trusted, that of the proxy. */
  address: string | null;
  /** The credential behind `actor`. It is checked again while a subscription lives. */
  credential: Credential | undefined;
  /** Trace header of the request, which names the span of the client. */
  traceparent?: string | string[] | undefined;
  /** The operation's place among the operations that run. */
  admitted: Admitted;
  /** Read before all other data of an operation that selects it. */
  eventCursor?: string;
  eventReads?: EventReads;
  /** Sends the current cursor to a quiet subscriber, in the form its transport uses. */
  heartbeat?: ((cursor: string) => void) | undefined;
}

/** What is known of an operation before it is read. */
export type OperationContext = Omit<GraphQLContext, 'heartbeat' | 'eventCursor'>;

/**
 * The actor, for fields that already require a role.
 * @throws GraphQLError `UNAUTHENTICATED`
 */
export function actorOf(context: GraphQLContext): Actor {
  if (!context.actor) throw unauthenticated();
  return context.actor;
}

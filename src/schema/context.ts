import type { Reader } from '../db/reader/create-reader.js';
import type { OutboxTail } from '../events/outbox-tail.js';
import type { Tracing } from '../runtime/tracing.js';
import type { Actor, ServiceDeps } from '../services/access/context.js';
import type { EventAnswers } from './events/event-answers.js';
import type { EventReads } from './events/event-reads.js';
import type { EventRows } from './events/event-rows.js';
import type { LargeValues } from './jobs/large-value-loader.js';
import type { Admission, Admitted } from './server/admission.js';
import type { Credential, Sessions } from './server/sessions.js';
import { unauthenticated } from './types/coded-error.js';

/** What the schema needs of its process. */
export interface SchemaDeps {
  services: ServiceDeps;
  /** Reads only: writing is the services' business. */
  prisma: Reader;
  events: OutboxTail;
  sessions: Sessions;
  eventAnswers: EventAnswers;
  eventRows: EventRows;
  /** Of the rows that events are about. */
  eventValues: LargeValues;
  admission: Admission;
  /** Where this server is reached from outside, without a slash at the end. */
  publicUrl: string;
  /** How long a subscription stays silent before its cursor is told again, in milliseconds. */
  heartbeatMs: number;
  /** Absent: traces are off. */
  tracing?: Tracing | undefined;
}

/** What one operation knows; a subscription keeps it for its whole life. */
export interface GraphQLContext extends SchemaDeps {
  /** Who asks; undefined: nobody is signed in. */
  actor: Actor | undefined;
  /** Of the connection; behind a proxy, the proxy’s: headers that tell of another one are not trusted. */
  address: string | null;
  /** What `actor` came with, to be asked again while a subscription lives. */
  credential: Credential | undefined;
  /** Of the request: the span of the client. */
  traceparent?: string | string[] | undefined;
  /** Its place among the operations that run. */
  admitted: Admitted;
  /** Read before anything else of an operation that asks for it. */
  eventCursor?: string;
  /** Of a subscription: what its answers read. */
  eventReads?: EventReads;
  /** Tells a quiet subscriber where the stream stands, in the way of its transport. */
  heartbeat?: ((cursor: string) => void) | undefined;
}

/** What is known of an operation before it is read. */
export type OperationContext = Omit<GraphQLContext, 'heartbeat' | 'eventCursor'>;

/** The actor, where a role is required already. @throws GraphQLError `UNAUTHENTICATED` */
export function actorOf(context: GraphQLContext): Actor {
  if (!context.actor) throw unauthenticated();
  return context.actor;
}

/**
 * Subscriptions. To miss nothing, a client reads `eventCursor` together with the data, then
 * subscribes `after` it. Each event carries its cursor. A quiet subscription receives its cursor
 * every 15 seconds (WebSocket: a `ping` message with `payload {id, cursor}`, where `id` is that of
 * the operation; SSE: a comment line `: cursor <cursor>`).
 */
import type { FieldMap, ObjectRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import type { OutboxEvent } from '../../events/outbox-event.js';
import { Agent } from '../agents/agent.js';
import { type BuilderTypes, builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { JobStatus } from '../jobs/job-enums.js';
import { JobExecution } from '../jobs/job-execution.js';
import { JobExecutionFilter } from '../jobs/job-execution-filter.js';
import { ScheduleExecution } from '../runs/schedule-execution.js';
import { ScheduleExecutionFilter } from '../runs/schedule-execution-filter.js';
import { Schedule } from '../schedules/schedule.js';
import { Worker } from '../workers/worker.js';
import { WorkerState } from '../workers/worker-state.js';
import { ChangeStatus, ExecutionStatus } from './event-enums.js';
import { executionEventFilter, jobEventFilter } from './event-filter.js';
import type { Columns } from './event-rows.js';
import { eventStream } from './event-stream.js';

/** By subscription and field, so that the selection is planned once and not for every event. */
const plans = new WeakMap<GraphQLContext, Map<FieldNode | undefined, Columns>>();

/**
 * The row that an event is about. If subscribers select plain columns only, it is read once for all
 * of them.
 */
function loadRow<R extends object>(
  event: OutboxEvent,
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  delegate: { findUnique(query: never): PromiseLike<unknown> },
): R | null | Promise<R | null> {
  const rowOf = (columns: Columns) =>
    (context.eventReads?.row(event, columns) ?? null) as R | null | Promise<R | null>;
  const [node, ...others] = info.fieldNodes;
  const known = others.length === 0 ? plans.get(context)?.get(node) : undefined;
  if (known) return rowOf(known);
  const { select = {} } = queryFromInfo({ context, info, select: { id: true } as Record<string, boolean> });
  if (!Object.values(select).every((column) => column === true))
    return delegate.findUnique({ select, where: { id: event.entityId } } as never) as Promise<R | null>;
  plans.set(context, (plans.get(context) ?? new Map()).set(node, select as Columns));
  return rowOf(select as Columns);
}

type EventFields = PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, OutboxEvent>;
type EventStatus = typeof JobStatus | typeof ExecutionStatus | typeof ChangeStatus | typeof WorkerState;

interface EventKind<T> {
  description: string;
  status: EventStatus;
  /** Description of `previousStatus`. */
  previous?: string;
  /** The field with the row that the event is about, and what the row is in words. */
  field: string;
  /** The field with its ID, if that has another name. */
  idField?: string;
  what: string;
  entity: ObjectRef<BuilderTypes, T>;
  delegateOf(prisma: GraphQLContext['prisma']): { findUnique(query: never): PromiseLike<unknown> };
}

/** `own` adds the fields that events of one kind have in addition. */
function eventType<T extends object>(
  name: string,
  { description, status, previous, field, idField = `${field}Id`, what, entity, delegateOf }: EventKind<T>,
  own: (t: EventFields) => FieldMap = () => ({}),
) {
  return builder.objectRef<OutboxEvent>(name).implement({
    description,
    fields: (t) => ({
      cursor: t.exposeID('cursor', {
        description: 'Cursor of this event. Resume with it to receive everything that follows.',
      }),
      previousStatus: t.field({
        type: status,
        nullable: true,
        description: previous ?? 'State before the event. Null if the resource is new.',
        resolve: (event) => event.previousStatus as never,
      }),
      status: t.field({
        type: status,
        description: 'State after the event.',
        resolve: (event) => event.status as never,
      }),
      at: t.expose('at', { type: 'DateTime', description: 'Time of the event.' }),
      [idField]: t.exposeID('entityId', { description: `ID of the ${what}.` }),
      [field]: t.field({
        type: entity,
        nullable: true,
        description: `The ${what} in its current state. Null if it has been deleted.`,
        resolve: (event, _args, context, info) =>
          loadRow<T>(event, context, info, delegateOf(context.prisma)) as never,
      }),
      ...own(t),
    }),
  });
}

const JobExecutionEvent = eventType(
  'JobExecutionEvent',
  {
    description: 'An attempt was created, changed state, reported progress, or was superseded.',
    status: JobStatus,
    previous: 'State before the event. Null if the attempt is new; equal to `status` for progress.',
    field: 'jobExecution',
    idField: 'executionId',
    what: 'attempt',
    entity: JobExecution,
    delegateOf: (prisma) => prisma.agentJobExecution,
  },
  (t) => ({
    jobId: t.id({ description: 'ID of the job.', resolve: ({ jobId, entityId }) => jobId ?? entityId }),
    ...t.exposed('ID', {
      supersedes: 'ID of the attempt that this one follows. Null for the first attempt.',
    }),
  }),
);

const ScheduleExecutionEvent = eventType(
  'ScheduleExecutionEvent',
  {
    description: 'A run was created, its counters changed, or it ended; or a slot was skipped.',
    status: ExecutionStatus,
    previous:
      'State before the event. Null if the run is new; equal to `status` if only its counters changed.',
    field: 'scheduleExecution',
    what: 'run',
    entity: ScheduleExecution,
    delegateOf: (prisma) => prisma.scheduleExecution,
  },
  (t) => ({
    executionId: t.exposeID('entityId', {
      description: 'ID of the run.',
      deprecationReason: 'Use `scheduleExecutionId`: elsewhere, `executionId` is the ID of an attempt.',
    }),
    ...t.exposed('ID', { scheduleId: 'ID of the schedule. Null if the run was triggered without one.' }),
  }),
);

builder.queryField('eventCursor', (t) =>
  t.id({
    description: 'Cursor taken before this query read its data. Subscribe after it to miss nothing.',
    resolve: (_root, _args, { eventCursor, events }) => eventCursor ?? events.currentCursor(),
  }),
);

const AFTER = { description: 'Cursor to resume after. Defaults to now.' };

interface UnfilteredKind<T>
  extends Pick<EventKind<T>, 'description' | 'status' | 'previous' | 'entity' | 'delegateOf'> {
  emits: string;
}

/** Adds the type and the subscription of a kind of events that takes no filter. */
function addKind<T extends object>(kind: OutboxEvent['kind'], about: UnfilteredKind<T>) {
  const { emits, ...type } = about;
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Event`;
  const event = eventType(name, { ...type, field: kind, what: kind });
  builder.subscriptionField(`${kind}Changed`, (t) =>
    t.field({
      type: event,
      description: emits,
      args: { after: t.arg.id(AFTER) },
      subscribe: (_root, { after }, context) => eventStream(context, { kind, after }),
      resolve: (row) => row,
    }),
  );
}

addKind('schedule', {
  description: 'A schedule was created, changed, planned again or deleted.',
  emits: 'Emits every schedule that is created, changed, planned again or deleted.',
  status: ChangeStatus,
  entity: Schedule,
  delegateOf: (prisma) => prisma.schedule,
});

addKind('agent', {
  description: 'An agent was registered, changed or deleted, or its health changed.',
  emits: 'Emits every agent that is registered, changed or deleted, or whose health changes.',
  status: ChangeStatus,
  entity: Agent,
  delegateOf: (prisma) => prisma.agentRegistry,
});

addKind('worker', {
  description: 'A worker started, became busy or idle, was drained, or left. Heartbeats alone emit no event.',
  emits: 'Emits every worker that starts, changes state or leaves.',
  status: WorkerState,
  previous: 'State before the event. Null if the worker is new.',
  entity: Worker,
  delegateOf: (prisma) => prisma.worker,
});

builder.subscriptionFields((t) => ({
  jobExecutionChanged: t.field({
    type: JobExecutionEvent,
    description:
      'Emits every attempt that is created or changes. `filter.latestAttempt` is ignored and `filter.search` is not supported.',
    args: {
      filter: t.arg({ type: JobExecutionFilter, description: 'Which jobs to watch. Defaults to all.' }),
      after: t.arg.id(AFTER),
    },
    subscribe: (_root, { filter, after }, context) =>
      eventStream(context, { kind: 'job', after, filter: jobEventFilter(filter ?? {}) }),
    resolve: (event) => event,
  }),
  scheduleExecutionChanged: t.field({
    type: ScheduleExecutionEvent,
    description:
      'Emits every run that is created or changes, and every skipped slot. The filter supports `scheduleId`, `agentId`, `pipelineId`, `runStatus`, `from` and `to`; other conditions are refused.',
    args: {
      filter: t.arg({ type: ScheduleExecutionFilter, description: 'Which runs to watch. Defaults to all.' }),
      after: t.arg.id(AFTER),
    },
    subscribe: (_root, { filter, after }, context) =>
      eventStream(context, { kind: 'execution', after, filter: executionEventFilter(filter ?? {}) }),
    resolve: (event) => event,
  }),
}));

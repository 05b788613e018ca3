/**
 * Subscriptions. To miss nothing, a client reads `eventCursor` together with the data, then
 * subscribes `after` it. Each event carries its cursor. A quiet subscription receives its cursor
 * every 15 seconds (WebSocket: a `ping` message with `payload {id, cursor}`, where `id` is that of
 * the operation; SSE: a comment line `: cursor <cursor>`).
 */
import type { FieldMap } from '@pothos/core';
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
  const [node, ...others] = info.fieldNodes;
  const known = others.length === 0 ? plans.get(context)?.get(node) : undefined;
  if (known) return rowOf(known);
  const { select = {} } = queryFromInfo({ context, info, select: { id: true } as Record<string, boolean> });
  if (!Object.values(select).every((column) => column === true))
    return delegate.findUnique({ select, where: { id: event.entityId } } as never) as Promise<R | null>;
  plans.set(context, (plans.get(context) ?? new Map()).set(node, select as Columns));
  return rowOf(select as Columns);

  function rowOf(columns: Columns) {
    const row = (context.eventReads?.row(event, columns) ?? null) as R | null | Promise<R | null>;
    return row;
  }
}

type EventFields = PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, OutboxEvent>;
type EventStatus = typeof JobStatus | typeof ExecutionStatus | typeof ChangeStatus | typeof WorkerState;

/**
 * Fields of all events: the cursor, the time, the entity's ID and the change of its state. `own` adds
 * the fields of one kind.
 */
function eventType<S extends EventStatus>(
  name: string,
  {
    status,
    previous = 'State before the event. Null if the resource is new.',
    description,
  }: { status: S; previous?: string; description: string },
  own: (t: EventFields) => FieldMap,
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
        description: previous,
        resolve: (event) => event.previousStatus as never,
      }),
      status: t.field({
        type: status,
        description: 'State after the event.',
        resolve: (event) => event.status as never,
      }),
      at: t.expose('at', { type: 'DateTime', description: 'Time of the event.' }),
      ...own(t),
    }),
  });
}

const JobExecutionEvent = eventType(
  'JobExecutionEvent',
  {
    status: JobStatus,
    previous: 'State before the event. Null if the attempt is new; equal to `status` for progress.',
    description: 'An attempt was created, changed state, reported progress, or was superseded.',
  },
  (t) => ({
    executionId: t.exposeID('entityId', { description: 'ID of the attempt.' }),
    jobId: t.id({ description: 'ID of the job.', resolve: ({ jobId, entityId }) => jobId ?? entityId }),
    supersedes: t.exposeID('supersedes', {
      nullable: true,
      description: 'ID of the attempt that this one follows. Null for the first attempt.',
    }),
    jobExecution: t.field({
      type: JobExecution,
      nullable: true,
      description: 'The attempt in its current state. Null if it has been deleted.',
      resolve: (event, _args, context, info) =>
        loadRow<typeof JobExecution.$inferType>(event, context, info, context.prisma.agentJobExecution),
    }),
  }),
);

const ScheduleExecutionEvent = eventType(
  'ScheduleExecutionEvent',
  {
    status: ExecutionStatus,
    previous:
      'State before the event. Null if the run is new; equal to `status` if only its counters changed.',
    description: 'A run was created, its counters changed, or it ended; or a slot was skipped.',
  },
  (t) => ({
    scheduleExecutionId: t.exposeID('entityId', { description: 'ID of the run.' }),
    executionId: t.exposeID('entityId', {
      description: 'ID of the run.',
      deprecationReason: 'Use `scheduleExecutionId`: elsewhere, `executionId` is the ID of an attempt.',
    }),
    scheduleId: t.exposeID('scheduleId', {
      nullable: true,
      description: 'ID of the schedule. Null if the run was triggered without one.',
    }),
    scheduleExecution: t.field({
      type: ScheduleExecution,
      nullable: true,
      description: 'The run in its current state. Null if it has been deleted.',
      resolve: (event, _args, context, info) =>
        loadRow<typeof ScheduleExecution.$inferType>(event, context, info, context.prisma.scheduleExecution),
    }),
  }),
);

const ScheduleEvent = eventType(
  'ScheduleEvent',
  { status: ChangeStatus, description: 'A schedule was created, changed, planned again or deleted.' },
  (t) => ({
    scheduleId: t.exposeID('entityId', { description: 'ID of the schedule.' }),
    schedule: t.field({
      type: Schedule,
      nullable: true,
      description: 'The schedule in its current state. Null if it has been deleted.',
      resolve: (event, _args, context, info) =>
        loadRow<typeof Schedule.$inferType>(event, context, info, context.prisma.schedule),
    }),
  }),
);

const AgentEvent = eventType(
  'AgentEvent',
  {
    status: ChangeStatus,
    description: 'An agent was registered, changed or deleted, or its health changed.',
  },
  (t) => ({
    agentId: t.exposeID('entityId', { description: 'ID of the agent.' }),
    agent: t.field({
      type: Agent,
      nullable: true,
      description: 'The agent in its current state. Null if it has been deleted.',
      resolve: (event, _args, context, info) =>
        loadRow<typeof Agent.$inferType>(event, context, info, context.prisma.agentRegistry),
    }),
  }),
);

const WorkerEvent = eventType(
  'WorkerEvent',
  {
    status: WorkerState,
    previous: 'State before the event. Null if the worker is new.',
    description:
      'A worker started, became busy or idle, was drained, or left. Heartbeats alone emit no event.',
  },
  (t) => ({
    workerId: t.exposeID('entityId', { description: 'ID of the worker.' }),
    worker: t.field({
      type: Worker,
      nullable: true,
      description: 'The worker in its current state. Null if it has been deleted.',
      resolve: (event, _args, context, info) =>
        loadRow<typeof Worker.$inferType>(event, context, info, context.prisma.worker),
    }),
  }),
);

builder.queryField('eventCursor', (t) =>
  t.id({
    description: 'Cursor taken before this query read its data. Subscribe after it to miss nothing.',
    resolve: (_root, _args, { eventCursor, events }) => eventCursor ?? events.currentCursor(),
  }),
);

builder.subscriptionFields((t) => ({
  jobExecutionChanged: t.field({
    type: JobExecutionEvent,
    description:
      'Emits every attempt that is created or changes. `filter.latestAttempt` is ignored and `filter.search` is not supported.',
    args: {
      filter: t.arg({ type: JobExecutionFilter, description: 'Which jobs to watch. Defaults to all.' }),
      after: t.arg.id({ description: 'Cursor to resume after. Defaults to now.' }),
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
      after: t.arg.id({ description: 'Cursor to resume after. Defaults to now.' }),
    },
    subscribe: (_root, { filter, after }, context) =>
      eventStream(context, { kind: 'execution', after, filter: executionEventFilter(filter ?? {}) }),
    resolve: (event) => event,
  }),
  scheduleChanged: t.field({
    type: ScheduleEvent,
    description: 'Emits every schedule that is created, changed, planned again or deleted.',
    args: { after: t.arg.id({ description: 'Cursor to resume after. Defaults to now.' }) },
    subscribe: (_root, { after }, context) => eventStream(context, { kind: 'schedule', after }),
    resolve: (event) => event,
  }),
  agentChanged: t.field({
    type: AgentEvent,
    description: 'Emits every agent that is registered, changed or deleted, or whose health changes.',
    args: { after: t.arg.id({ description: 'Cursor to resume after. Defaults to now.' }) },
    subscribe: (_root, { after }, context) => eventStream(context, { kind: 'agent', after }),
    resolve: (event) => event,
  }),
  workerChanged: t.field({
    type: WorkerEvent,
    description: 'Emits every worker that starts, changes state or leaves.',
    args: { after: t.arg.id({ description: 'Cursor to resume after. Defaults to now.' }) },
    subscribe: (_root, { after }, context) => eventStream(context, { kind: 'worker', after }),
    resolve: (event) => event,
  }),
}));

/** Jobs that nothing but a person will try again: worth another try, but none was left. */
import { queryFromInfo } from '@pothos/plugin-prisma';
import {
  countDeadLetters,
  type DeadLetterGroup,
  type DeadLetterFilter as Filter,
  groupDeadLetters,
  pageDeadLetters,
} from '../../db/jobs/find-dead-letters.js';
import { retryDeadLetters, retryJobs } from '../../services/jobs/retry-jobs.js';
import { invalidAt } from '../../services/system/result.js';
import { Agent } from '../agents/agent.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { NEWEST_FIRST } from '../lists/connection.js';
import { idPage, toConnection } from '../lists/keyset.js';
import { loadById } from '../lists/reference.js';
import { idsFrom } from '../lists/time-ordered-id.js';
import { Schedule } from '../schedules/schedule.js';
import { BulkResult, countArgs, isEmptyFilter, requestOf } from '../types/bulk.js';
import { answer, resultUnion } from '../types/errors.js';
import { JobExecutionConnection } from './job-execution.js';

const DeadLetterFilter = builder.inputType('DeadLetterFilter', {
  description: 'All that are given must hold.',
  fields: (t) => ({
    agentId: t.id(),
    scheduleId: t.id(),
    pipelineId: t.id(),
    from: t.field({ type: 'DateTime', description: 'Created at this instant or later.' }),
    to: t.field({ type: 'DateTime', description: 'Created before this instant.' }),
    errorCode: t.string({ description: 'As a whole.' }),
    errorMessage: t.string({
      description: 'As a group has it, or a whole one: its first 300 characters count.',
    }),
    search: t.string({ description: 'Part of the error message, agent id or step id, in any case.' }),
  }),
});

type FilterInput = typeof DeadLetterFilter.$inferInput;

function filterOf(input: FilterInput | null | undefined): Filter {
  const { from, to, ...rest } = input ?? {};
  return { ...rest, idFrom: from && idsFrom(from), idBefore: to && idsFrom(to) };
}

const DeadLetterGroupType = builder.objectRef<DeadLetterGroup>('DeadLetterGroup').implement({
  description: 'Dead letters of one agent for the same reason.',
  fields: (t) => ({
    agentId: t.exposeID('agentId'),
    agent: t.field({
      type: Agent,
      nullable: true,
      description: 'Null when it has been deleted since.',
      resolve: ({ agentId }, _args, context, info) =>
        loadById<typeof Agent.$inferType>(context, info, context.prisma.agentRegistry, agentId),
    }),
    message: t.exposeString('message', { description: 'The beginning of it, at most 300 characters.' }),
    code: t.exposeString('code', { nullable: true }),
    count: t.exposeInt('count'),
    firstAt: t.expose('firstAt', { type: 'DateTime' }),
    lastAt: t.expose('lastAt', { type: 'DateTime' }),
    jobId: t.exposeID('jobId', { description: 'The newest of them.' }),
    scheduleCount: t.exposeInt('scheduleCount', {
      description: 'How many schedules they are of; 0: they were triggered without one.',
    }),
    schedules: t.field({
      type: [Schedule],
      description: 'At most three of these schedules; those deleted since are left out.',
      async resolve({ scheduleIds }, _args, context, info) {
        const found = await Promise.all(
          scheduleIds.map((id) =>
            loadById<typeof Schedule.$inferType>(context, info, context.prisma.schedule, id),
          ),
        );
        return found.filter((schedule) => schedule !== null);
      },
    }),
  }),
});

/** Dead letters looked at, at most: what a page shows must not depend on how many there ever were. */
const SAMPLE = 20_000;
const GROUPS = 100;

const DeadLetterGroups = builder
  .objectRef<{ groups: DeadLetterGroup[]; counted: number }>('DeadLetterGroups')
  .implement({
    fields: (t) => ({
      groups: t.field({
        type: [DeadLetterGroupType],
        description: 'The one with the newest dead letter first, at most 100.',
        resolve: ({ groups }) => groups,
      }),
      counted: t.exposeInt('counted', { description: 'How many dead letters were looked at.' }),
      complete: t.boolean({
        description: 'These are all there are; false: the counts are of the newest 20 000.',
        resolve: ({ groups, counted }) => counted < SAMPLE && groups.length < GROUPS,
      }),
    }),
  });

builder.queryFields((t) => ({
  deadLetters: t.field({
    type: JobExecutionConnection,
    description:
      'Jobs that have become dead letters and were not replayed since, by their last attempt, the newest first.',
    args: { ...t.arg.connectionArgs(), filter: t.arg({ type: DeadLetterFilter }) },
    async resolve(_root, args, context, info) {
      const filter = filterOf(args.filter);
      const { pool } = context.services;
      const page = idPage(args);
      const ids = await pageDeadLetters(pool, filter, page);
      const query = queryFromInfo({ context, info, path: ['edges', 'node'], select: { id: true } });
      const rows = await context.prisma.agentJobExecution.findMany({
        ...query,
        where: { id: { in: ids } },
        orderBy: { id: page.backward ? 'asc' : 'desc' },
      });
      return toConnection(rows, args, NEWEST_FIRST, () => countDeadLetters(pool, filter));
    },
  }),
  deadLetterGroups: t.field({
    type: DeadLetterGroups,
    description: 'Dead letters by agent and error message.',
    args: { filter: t.arg({ type: DeadLetterFilter }) },
    resolve: (_root, { filter }, context) =>
      groupDeadLetters(context.services.pool, filterOf(filter), { sample: SAMPLE, limit: GROUPS }),
  }),
}));

builder.mutationFields((t) => ({
  retryJobs: t.field({
    type: resultUnion('RetryJobs', BulkResult),
    description: 'A new attempt at each of these jobs, at most 10 000, as retryJob gives it.',
    authScopes: { operator: true },
    args: { jobIds: t.arg.idList({ required: true }), ...countArgs(t.arg) },
    resolve: (_root, args, context) =>
      answer(
        retryJobs(context.services, actorOf(context), { jobIds: args.jobIds, ...requestOf(args) }),
        (outcome) => outcome,
      ),
  }),
  retryDeadLetters: t.field({
    type: resultUnion('RetryDeadLetters', BulkResult),
    description:
      'A new attempt at dead letters, as retryJob gives it: at the oldest 10 000 that match. What was retried matches no more, so it can be repeated for the rest.',
    authScopes: { operator: true },
    args: {
      filter: t.arg({ type: DeadLetterFilter }),
      all: t.arg.boolean({
        defaultValue: false,
        description: 'Needed without a filter: a slip shall not replay everything.',
      }),
      ...countArgs(t.arg),
    },
    resolve: (_root, args, context) =>
      answer(
        isEmptyFilter(args.filter) && !args.all
          ? Promise.resolve(
              invalidAt(['filter'], 'says nothing: give a filter, or "all: true" for all there are'),
            )
          : retryDeadLetters(context.services, actorOf(context), {
              filter: filterOf(args.filter),
              ...requestOf(args),
            }),
        (outcome) => outcome,
      ),
  }),
}));

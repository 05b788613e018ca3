/** Dead letters: jobs that were worth retrying but had no retries left. */
import { queryFromInfo } from '@pothos/plugin-prisma';
import {
  countDeadLetters,
  type DeadLetterGroup,
  type DeadLetterFilter as Filter,
  groupDeadLetters,
  pageDeadLetters,
} from '../../db/jobs/find/find-dead-letters.js';
import { readPage } from '../../db/reader/read-page.js';
import { retryDeadLetters } from '../../services/jobs/retry-jobs.js';
import { invalidAt } from '../../services/system/result.js';
import { Agent } from '../agents/agent.js';
import { builder } from '../builder.js';
import { newestFirst } from '../lists/connection.js';
import { idPage, toConnection } from '../lists/keyset.js';
import { loadById, referenceIn } from '../lists/reference.js';
import { idsFrom } from '../lists/time-ordered-id.js';
import { Schedule } from '../schedules/schedule.js';
import { bulkMutation, countArgs, isEmptyFilter, requestOf } from '../types/bulk.js';
import { JobExecutionConnection } from './job-execution-queries.js';

const DeadLetterFilter = builder.inputType('DeadLetterFilter', {
  description: 'Selects dead letters. All given conditions must match.',
  fields: (t) => ({
    agentId: t.id({ description: 'Only dead letters of this agent.' }),
    scheduleId: t.id({ description: 'Only dead letters of this schedule.' }),
    pipelineId: t.id({ description: 'Only dead letters of this pipeline.' }),
    from: t.field({ type: 'DateTime', description: 'Only attempts created at or after this time.' }),
    to: t.field({ type: 'DateTime', description: 'Only attempts created before this time.' }),
    ...t.fields('String', {
      errorCode: 'Only dead letters with exactly this error code.',
      errorMessage:
        'Only dead letters with this error message. The first 300 characters are compared, so the message of a group matches.',
      search: 'Text contained in the error message, agent ID or step ID. Ignores case.',
    }),
  }),
});

type FilterInput = typeof DeadLetterFilter.$inferInput;

function filterOf(input: FilterInput | null | undefined): Filter {
  const { from, to, ...rest } = input ?? {};
  return { ...rest, idFrom: from && idsFrom(from), idBefore: to && idsFrom(to) };
}

const DeadLetterGroupType = builder.objectRef<DeadLetterGroup>('DeadLetterGroup').implement({
  description: 'Dead letters of one agent with the same error.',
  fields: (t) => ({
    agentId: t.exposeID('agentId', { description: 'ID of the agent.' }),
    agent: t.field({
      ...referenceIn('agentId', Agent, (prisma) => prisma.agentRegistry),
      description: 'The agent. Null if it has been deleted.',
    }),
    message: t.exposeString('message', { description: 'First 300 characters of the error message.' }),
    code: t.exposeString('code', { nullable: true, description: 'Error code. Null if there is none.' }),
    count: t.exposeInt('count', { description: 'Number of dead letters.' }),
    firstAt: t.expose('firstAt', { type: 'DateTime', description: 'Time of the oldest dead letter.' }),
    lastAt: t.expose('lastAt', { type: 'DateTime', description: 'Time of the newest dead letter.' }),
    jobId: t.exposeID('jobId', { description: 'ID of the newest job in the group.' }),
    scheduleCount: t.exposeInt('scheduleCount', {
      description: 'Number of affected schedules. 0 if the runs were triggered without a schedule.',
    }),
    schedules: t.field({
      type: [Schedule],
      description: 'Up to three of these schedules, without deleted ones.',
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

/** How many dead letters are examined at most, so that the cost of a page does not grow with history. */
const SAMPLE = 20_000;
const GROUPS = 100;

const DeadLetterGroups = builder
  .objectRef<{ groups: DeadLetterGroup[]; counted: number }>('DeadLetterGroups')
  .implement({
    description: 'Dead letters grouped by agent and error.',
    fields: (t) => ({
      ...t.exposed([DeadLetterGroupType], {
        groups: 'The groups, those with the newest dead letters first. At most 100.',
      }),
      counted: t.exposeInt('counted', { description: 'Number of dead letters examined.' }),
      complete: t.boolean({
        description:
          'Whether all dead letters were counted. If false, only the newest 20,000 were, or there are more groups.',
        resolve: ({ groups, counted }) => counted < SAMPLE && groups.length < GROUPS,
      }),
    }),
  });

const BY_LAST_ATTEMPT = newestFirst('DeadLetter');

builder.queryFields((t) => ({
  deadLetters: t.field({
    type: JobExecutionConnection,
    description: 'Dead letters that have not been retried, by their last attempt, newest first.',
    args: {
      ...t.arg.connectionArgs(),
      ...t.arg.fields(DeadLetterFilter, { filter: 'Which dead letters to return. Defaults to all.' }),
    },
    async resolve(_root, args, context, info) {
      const filter = filterOf(args.filter);
      const { pool } = context.services;
      const page = idPage(args, BY_LAST_ATTEMPT);
      const query = queryFromInfo({ context, info, path: ['edges', 'node'], select: { id: true } });
      const rows = await readPage(
        () => pageDeadLetters(pool, filter, page),
        (ids) =>
          context.prisma.agentJobExecution.findMany({
            ...query,
            where: { id: { in: [...ids] } },
            orderBy: { id: page.backward ? 'asc' : 'desc' },
          }),
      );
      return toConnection(rows, args, BY_LAST_ATTEMPT, () => countDeadLetters(pool, filter));
    },
  }),
  deadLetterGroups: t.field({
    type: DeadLetterGroups,
    description: 'Dead letters grouped by agent and error message.',
    args: {
      filter: t.arg({ type: DeadLetterFilter, description: 'Which dead letters to group. Defaults to all.' }),
    },
    resolve: (_root, { filter }, context) =>
      groupDeadLetters(context.services.pool, filterOf(filter), { sample: SAMPLE, limit: GROUPS }),
  }),
}));

builder.mutationFields((t) => ({
  retryDeadLetters: bulkMutation(t, {
    by: 'operator',
    description:
      'Starts a new attempt of the oldest matching dead letters, at most 10,000. Retried jobs no longer match, so repeat the call for the rest.',
    args: {
      ...t.arg.fields(DeadLetterFilter, {
        filter: 'Which dead letters to retry. Required unless `all` is true.',
      }),
      all: t.arg.boolean({
        defaultValue: false,
        description: 'Required to retry all dead letters.',
      }),
      ...countArgs(t.arg),
    },
    run: async (deps, actor, args) =>
      isEmptyFilter(args.filter) && !args.all
        ? invalidAt(['filter'], 'is empty: give a filter, or set "all: true" to select everything')
        : retryDeadLetters(deps, actor, { filter: filterOf(args.filter), ...requestOf(args) }),
  }),
}));

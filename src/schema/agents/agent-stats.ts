import { databaseNow } from '../../db/system/database-now.js';
import {
  MAX_STATS_HOURS,
  readAgentStats,
  type AgentStats as Stats,
  type StatsBucket,
} from '../../services/agents/read-agent-stats.js';
import { builder } from '../builder.js';
import { loadAt } from '../lists/reference.js';
import { idsFrom } from '../lists/time-ordered-id.js';
import { codedError } from '../types/coded-error.js';
import { Agent } from './agent.js';

const AgentStatsBucket = builder.objectRef<StatsBucket>('AgentStatsBucket').implement({
  description: 'Outcomes and durations of attempts in one interval.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Start of the interval.' }),
    completed: t.exposeInt('completed', { description: 'Attempts that completed.' }),
    failed: t.exposeInt('failed', {
      description: 'Attempts that failed, including retried attempts and dead letters.',
    }),
    ...t.exposed('Int', {
      p50Ms: 'Median duration of completed and failed attempts, in milliseconds. Null if there were none.',
      p95Ms: '95th percentile of durations, in milliseconds. Null if there were none.',
    }),
  }),
});

const AgentStats = builder.objectRef<Stats>('AgentStats').implement({
  description:
    'Outcomes and durations of the attempts that an agent made in the last hours. Skipped and cancelled attempts are not counted. Attempts that failed before they were sent have no duration.',
  fields: (t) => ({
    total: t.int({
      description: 'Attempts that completed or failed.',
      resolve: ({ completed, failed }) => completed + failed,
    }),
    ...t.exposed('Int!', {
      completed: 'Attempts that completed.',
      failed: 'Attempts that failed, including retried attempts and dead letters.',
      deadLetters: 'Attempts that became dead letters.',
    }),
    successRate: t.float({
      nullable: true,
      description: 'Share of attempts that completed, from 0 to 1. Null if none have ended.',
      resolve: ({ completed, failed }) =>
        completed + failed === 0 ? null : completed / (completed + failed),
    }),
    ...t.exposed('Int', {
      p50Ms: 'Median duration, in milliseconds. Null if there are none.',
      p95Ms: '95th percentile of durations, in milliseconds. Null if there are none.',
    }),
    ...t.exposed([AgentStatsBucket], {
      buckets: 'The period in 24 intervals of equal length, oldest first. The last one is still in progress.',
    }),
    sampled: t.exposeBoolean('sampled', {
      description: 'Whether only the newest attempts were counted because there were too many.',
    }),
  }),
});

builder.prismaObjectField(Agent, 'stats', (t) =>
  t.field({
    type: AgentStats,
    description: 'Outcomes and durations of the agent’s recent attempts.',
    args: {
      hours: t.arg.int({
        defaultValue: 24,
        description: `How many hours to look back, from 1 to ${MAX_STATS_HOURS}.`,
      }),
    },
    resolve: ({ id }, { hours }, context, info) => {
      const wanted = hours ?? 24;
      if (wanted < 1 || wanted > MAX_STATS_HOURS)
        throw codedError('BAD_USER_INPUT', `hours must be from 1 to ${MAX_STATS_HOURS}.`);
      return loadAt(context, info, id, async (ids) => {
        const { pool } = context.services;
        const stats = await readAgentStats(pool, ids, {
          hours: wanted,
          now: await databaseNow(pool),
          idsFrom,
        });
        return ids.map((agentId) => stats.get(agentId) as Stats);
      });
    },
  }),
);

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
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Its beginning.' }),
    completed: t.exposeInt('completed'),
    failed: t.exposeInt('failed'),
    p50Ms: t.exposeInt('p50Ms', { nullable: true }),
    p95Ms: t.exposeInt('p95Ms', { nullable: true }),
  }),
});

const AgentStats = builder.objectRef<Stats>('AgentStats').implement({
  description:
    'How the attempts of an agent ended that were made within some hours. Skipped and cancelled ones do not count.',
  fields: (t) => ({
    total: t.int({ resolve: ({ completed, failed }) => completed + failed }),
    completed: t.exposeInt('completed'),
    failed: t.exposeInt('failed', { description: 'Those that were retried, and dead letters, included.' }),
    deadLetters: t.exposeInt('deadLetters'),
    successRate: t.float({
      nullable: true,
      description: 'From 0 to 1; null: nothing has ended.',
      resolve: ({ completed, failed }) =>
        completed + failed === 0 ? null : completed / (completed + failed),
    }),
    p50Ms: t.exposeInt('p50Ms', { nullable: true, description: 'Half of them took no longer.' }),
    p95Ms: t.exposeInt('p95Ms', { nullable: true }),
    buckets: t.field({
      type: [AgentStatsBucket],
      description: '24 of equal length, the earliest first; the last one is still under way.',
      resolve: ({ buckets }) => buckets,
    }),
    sampled: t.exposeBoolean('sampled', {
      description: 'There were so many that only the newest count.',
    }),
  }),
});

builder.prismaObjectField(Agent, 'stats', (t) =>
  t.field({
    type: AgentStats,
    args: { hours: t.arg.int({ defaultValue: 24, description: `At most ${MAX_STATS_HOURS}.` }) },
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

import { loadAgentHeartbeats } from '../../db/agents/load-heartbeats.js';
import { databaseNow } from '../../db/system/database-now.js';
import { assessHeartbeat } from '../../domain/agent/heartbeat.js';
import { LIMITS } from '../../domain/limits.js';
import { getEngineConfig } from '../../services/system/engine-config.js';
import { builder } from '../builder.js';
import { Heartbeat, lastWithin } from '../jobs/heartbeat.js';
import { loadAt } from '../lists/reference.js';
import { HeartbeatStatus } from './agent-enums.js';

export const AgentHeartbeat = builder
  .objectRef<{ agentId: string; lastAt: Date | null }>('AgentHeartbeat')
  .implement({
    description: 'State and recent history of an agent’s heartbeats.',
    fields: (t) => ({
      ...t.exposed('DateTime', { lastAt: 'Time of the last heartbeat. Null if there was none.' }),
      status: t.field({
        type: HeartbeatStatus,
        description: 'State, judged by `heartbeatIntervalMs` and `deadHeartbeatThreshold` in `engineConfig`.',
        resolve: async ({ lastAt }, _args, context, info) => {
          const { inForce, now } = await loadAt(context, info, 'engine', async (keys) => {
            const { pool } = context.services;
            const [{ inForce }, now] = await Promise.all([getEngineConfig(pool), databaseNow(pool)]);
            return keys.map(() => ({ inForce, now }));
          });
          return assessHeartbeat(lastAt, now, inForce);
        },
      }),
      history: t.field({
        type: [Heartbeat],
        description: 'The most recent heartbeats, oldest first.',
        args: {
          last: t.arg.int({
            defaultValue: 20,
            description: `How many heartbeats to return, from 1 to ${LIMITS.heartbeatsKept}.`,
          }),
        },
        resolve: ({ agentId }, { last }, context, info) => {
          const wanted = lastWithin(last);
          return loadAt(context, info, agentId, (ids) =>
            loadAgentHeartbeats(context.services.pool, ids, wanted),
          );
        },
      }),
    }),
  });

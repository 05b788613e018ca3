import { brandWithType } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { Agent, findAgent } from '../agents/agent.js';
import { builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { findJobExecution, JobExecution } from '../jobs/job-execution.js';
import { findNotification, Notification } from '../notifications/notification.js';
import { findPipeline, Pipeline } from '../pipelines/pipeline.js';
import { findScheduleExecution, ScheduleExecution } from '../runs/schedule-execution.js';
import { Backfill, findBackfill } from '../schedules/backfill.js';
import { findSchedule, Schedule } from '../schedules/schedule.js';
import { Node } from '../types/node.js';
import { findWebhook, Webhook } from '../webhooks/webhook.js';
import { findWorker, Worker } from '../workers/worker.js';

type Find = (
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  id: string,
) => PromiseLike<object | null> | object | null;

/**
 * How to find an object of each type. Its own query field reads it in the same way and requires the
 * same role, `VIEWER`.
 */
const NODES = {
  AGENT: { type: Agent, description: 'An agent.', find: findAgent },
  BACKFILL: { type: Backfill, description: 'A backfill.', find: findBackfill },
  JOB_EXECUTION: {
    type: JobExecution,
    description: 'An attempt of a job.',
    find: (context, info, id) => findJobExecution(context, info, { id }),
  },
  NOTIFICATION: { type: Notification, description: 'A notification.', find: findNotification },
  PIPELINE: { type: Pipeline, description: 'A pipeline.', find: findPipeline },
  SCHEDULE: { type: Schedule, description: 'A schedule.', find: findSchedule },
  SCHEDULE_EXECUTION: { type: ScheduleExecution, description: 'A run.', find: findScheduleExecution },
  WEBHOOK: { type: Webhook, description: 'A webhook.', find: findWebhook },
  WORKER: { type: Worker, description: 'A worker.', find: findWorker },
} satisfies Record<string, { type: { name: string }; description: string; find: Find }>;

const NodeType = builder.enumType('NodeType', {
  description: 'Types of objects that `node` finds.',
  values: Object.fromEntries(
    Object.entries(NODES).map(([name, { description }]) => [name, { description }]),
  ) as Record<keyof typeof NODES, { description: string }>,
});

builder.queryField('node', (t) =>
  t.field({
    type: Node,
    nullable: true,
    description: 'The object with this ID. Null if it does not exist.',
    args: {
      id: t.arg.id({ required: true, description: 'ID of the object.' }),
      type: t.arg({
        type: NodeType,
        description:
          'Type of the object. Without it, the object may have any of these types. IDs do not contain the type; if several objects have the same ID, such as an agent and a worker, the first in the order of `NodeType` is returned.',
      }),
    },
    async resolve(_root, { type, id }, context, info) {
      for (const node of type ? [NODES[type]] : Object.values(NODES)) {
        const found = (await node.find(context, info, id)) as { id: string } | null;
        if (!found) continue;
        brandWithType(found, node.type.name as never);
        return found;
      }
      return null;
    },
  }),
);

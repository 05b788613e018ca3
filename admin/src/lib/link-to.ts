import type { LinkTarget } from './link-target.js';

/** Targets of links to the pages of objects, by ID. Spread one into `Link`, or pass it to `navigate`. */
export const linkTo = {
  agent: (agentId: string) => ({ to: '/agents/$agentId', params: { agentId } }),
  job: (jobId: string) => ({ to: '/jobs/$jobId', params: { jobId } }),
  notification: (notificationId: string) => ({
    to: '/notifications/$notificationId',
    params: { notificationId },
  }),
  pipeline: (id: string) => ({ to: '/scheduler/pipelines/$id', params: { id } }),
  run: (executionId: string) => ({ to: '/executions/$executionId', params: { executionId } }),
  schedule: (id: string) => ({ to: '/scheduler/schedules/$id', params: { id } }),
  webhook: (webhookId: string) => ({ to: '/webhooks/$webhookId', params: { webhookId } }),
  worker: (workerId: string) => ({ to: '/workers/$workerId', params: { workerId } }),
} as const satisfies Record<string, (id: string) => LinkTarget>;

/** What a schedule runs: an agent, a pipeline, or the target of a template. */
import { Agent } from '../agents/agent.js';
import { builder } from '../builder.js';
import { reference } from '../lists/reference.js';
import { Pipeline } from '../pipelines/pipeline.js';
import { TargetType } from '../runs/run-enums.js';
import { Schedule } from './schedule.js';

builder.prismaObjectFields(Schedule, (t) => ({
  template: t.exposeBoolean('template', {
    description: 'Whether the schedule is a template: it is never due, and runs only when triggered.',
  }),
  ...t.exposed(TargetType, { targetType: 'Whether the schedule runs an agent or a pipeline.' }),
  ...t.exposed('ID', {
    agentId: 'ID of the agent that the schedule runs. Null if it runs a pipeline.',
    pipelineId: 'ID of the pipeline that the schedule runs. Null if it runs an agent.',
    templateId:
      'ID of the template that this schedule runs with its own timing. It uses the template’s target, merges its `params` and `requirements` over the template’s, and overrides `retryConfig`, `timeout` and `priority` where set. Null if it uses no template.',
  }),
  agent: t.field({
    ...reference('agentId', Agent, (prisma) => prisma.agentRegistry),
    description:
      'The agent that the schedule runs. Null if it runs a pipeline or the agent has been deleted.',
  }),
  pipeline: t.field({
    ...reference('pipelineId', Pipeline, (prisma) => prisma.pipeline),
    description:
      'The pipeline that the schedule runs. Null if it runs an agent or the pipeline has been deleted.',
  }),
  templateSchedule: t.field({
    ...reference('templateId', Schedule, (prisma) => prisma.schedule),
    description:
      'The template that this schedule runs. Null if it uses no template or the template has been deleted.',
  }),
}));

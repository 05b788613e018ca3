import { z } from 'zod';
import type { Tool } from './tool.js';

const ID = z.string().min(1).max(255);
const SCHEDULE = '... on Schedule { id name nextRunAt pausedUntil hint { reason expiresAt } }';
const RUN = '... on ScheduleExecution { id runStatus why }';
const JOB = '... on JobExecution { id jobId status }';
const changed = (fields: string) => `{ __typename ${fields} ... on Error { code message } }`;
const params = z
  .record(z.string(), z.unknown())
  .optional()
  .describe('Params of the run, merged over its own.');

/** Tools that change something after a person has agreed. */
export const WRITE_TOOLS: readonly Tool[] = [
  {
    name: 'trigger_schedule',
    title: 'Run a schedule now',
    description: 'Starts a run of a schedule now, in addition to its own timing.',
    input: z.object({ id: ID.describe('ID of the schedule.'), params }),
    confirm: ({ id }) => `Start a run of the schedule ${id} now.`,
    query: `mutation ($id: ID!, $params: JSON, $confirmation: String) { changed: triggerSchedule(id: $id, params: $params, idempotencyKey: $confirmation) ${changed(RUN)} }`,
  },
  {
    name: 'trigger_agent',
    title: 'Call an agent',
    description: 'Starts a run that calls one agent.',
    input: z.object({ id: ID.describe('ID of the agent.'), params }),
    confirm: ({ id }) => `Start a run that calls the agent ${id}.`,
    query: `mutation ($id: ID!, $params: JSON, $confirmation: String) { changed: triggerAgent(agentId: $id, params: $params, idempotencyKey: $confirmation) ${changed(RUN)} }`,
  },
  {
    name: 'pause_schedule',
    title: 'Pause a schedule',
    description: 'Pauses a schedule until a given time. Its slots do not run before that.',
    input: z.object({
      id: ID.describe('ID of the schedule.'),
      until: z.iso.datetime({ offset: true }).describe('End of the pause.'),
      note: z.string().max(500).optional().describe('Reason, shown to other users.'),
    }),
    confirm: ({ id, until }) => `Pause the schedule ${id} until ${until}.`,
    query: `mutation ($id: ID!, $until: DateTime!, $note: String) { changed: pauseSchedule(id: $id, until: $until, note: $note) ${changed(SCHEDULE)} }`,
  },
  {
    name: 'resume_schedule',
    title: 'Resume a schedule',
    description: 'Ends the pause of a schedule.',
    input: z.object({ id: ID.describe('ID of the schedule.') }),
    confirm: ({ id }) => `End the pause of the schedule ${id}.`,
    query: `mutation ($id: ID!) { changed: resumeSchedule(id: $id) ${changed(SCHEDULE)} }`,
  },
  {
    name: 'propose_hint',
    title: 'Propose when a schedule runs',
    description:
      'For a limited time, replaces the interval of a schedule, adds one run, or both. The reason is shown wherever the hint decides.',
    input: z.object({
      id: ID.describe('ID of the schedule.'),
      reason: z.string().min(1).max(500),
      ttl: z.string().max(40).describe('How long the hint is in effect, e.g. `2h`.'),
      interval: z.string().max(40).optional().describe('Interval while the hint is in effect, e.g. `5m`.'),
      nextRunAt: z.iso.datetime({ offset: true }).optional().describe('One additional run.'),
    }),
    confirm: ({ id, interval, nextRunAt, ttl, reason }) =>
      `Propose for the schedule ${id}, for ${ttl}: ${[interval && `every ${interval}`, nextRunAt && `a run at ${nextRunAt}`].filter(Boolean).join(', ')}. Reason: ${reason}`,
    variables: ({ id, ...input }) => ({ id, input }),
    query: `mutation ($id: ID!, $input: ProposeHintInput!) { changed: proposeHint(scheduleId: $id, input: $input) ${changed(SCHEDULE)} }`,
  },
  {
    name: 'retry_job',
    title: 'Retry a job',
    description: 'Starts a new attempt of a failed job.',
    input: z.object({ jobId: ID.describe('ID of the job (`jobId`).') }),
    confirm: ({ jobId }) => `Retry the job ${jobId}.`,
    query: `mutation ($jobId: ID!) { changed: retryJob(jobId: $jobId) ${changed(JOB)} }`,
  },
  {
    name: 'cancel_run',
    title: 'Cancel a run',
    description: 'Cancels a run with all of its jobs that have not ended.',
    input: z.object({ id: ID.describe('ID of the run.') }),
    confirm: ({ id }) => `Cancel the run ${id} with all of its jobs that have not ended.`,
    destructive: true,
    query: `mutation ($id: ID!) { changed: cancelScheduleExecution(id: $id) ${changed(RUN)} }`,
  },
];

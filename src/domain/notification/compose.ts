import { summarizeHeldBack } from './hold-back.js';
import type { Notification, NotificationKind } from './notification.js';
import { oneLine } from './one-line.js';

/** A notification as text, for channels to format. Every part is one line of plain text. */
export interface NotificationMessage {
  subject: string;
  /** What happened, and how many times. */
  summary: string;
  facts: { label: string; value: string }[];
  /** Where to look, in the admin. */
  link: string;
}

/** The shortest limit of a channel is 2,000 characters, and escaping can turn one into five. */
const MAX_FACT = 390;

/** @param publicUrl without a slash at the end */
export function composeNotification(notification: Notification, publicUrl: string): NotificationMessage {
  const { title, message, data, scheduleId, pipelineId, agentId } = notification;
  const facts = [
    { label: 'Schedule', value: data.schedule ?? scheduleId },
    { label: 'Pipeline', value: data.pipeline ?? pipelineId },
    { label: 'Agent', value: data.agent ?? agentId },
    { label: 'Host', value: data.host },
    { label: notification.count > 1 ? 'First error' : 'Reason', value: message },
    { label: 'When', value: period(notification) },
  ];
  return {
    subject: title,
    summary: summarize(notification),
    facts: facts.flatMap(({ label, value }) => (value ? [{ label, value: oneLine(value, MAX_FACT) }] : [])),
    link: publicUrl + pathOf(notification),
  };
}

/** The body of a mail. */
export function messageAsText({ summary, facts, link }: NotificationMessage): string {
  return `${[summary, '', ...facts.map(({ label, value }) => `${label}: ${value}`), '', link].join('\n')}\n`;
}

export function testMessage(channel: string, publicUrl: string): NotificationMessage {
  return {
    subject: 'Test of a notification channel',
    summary: `This is a test of the channel "${channel}". Nothing is wrong.`,
    facts: [],
    link: `${publicUrl}/admin/notifications`,
  };
}

const SUMMARIES: Record<NotificationKind, (count: (one: string, many: string) => string) => string> = {
  dead_letter: (n) => `${n('job has', 'jobs have')} used up all retries and ended as a dead letter.`,
  job_failed: (n) => `${n('job has', 'jobs have')} failed permanently and will not be retried.`,
  execution_failed: (n) => `${n('run has', 'runs have')} failed.`,
  schedule_flagged: () => 'The schedule is enabled but cannot run.',
  schedule_stuck: () => 'The schedule is enabled but does not run.',
  worker_dead: (n) =>
    `${n('worker has', 'workers have')} died. Any other running worker takes over the work.`,
  circuit_open: () => 'The agent cannot be reached. Its jobs wait until it answers again.',
  no_worker: () => 'No worker is running. Schedules are not being claimed, and jobs do not start.',
  worker_back: () => 'A worker is running again. Schedules are being claimed, and jobs start.',
  jobs_waiting: (n) => `${n('job has', 'jobs have')} been waiting for longer than expected.`,
};

function summarize({ kind, count, followsId, data }: Notification): string {
  if (data.heldBack) return summarizeHeldBack(count, kind);
  const more = followsId === null ? '' : ' more';
  return SUMMARIES[kind]((one, many) => `${count}${more} ${count === 1 ? one : many}`);
}

function period({ firstAt, lastAt }: Notification): string {
  const [first, last] = [inUtc(firstAt), inUtc(lastAt)];
  return first === last ? first : `from ${first} to ${last}`;
}

export function inUtc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** The page that shows most: the object itself, or the list of such objects. */
function pathOf({ kind, count, subjectId, scheduleId, data }: Notification): string {
  const id = encodeURIComponent;
  if (data.heldBack) return '/admin/notifications';
  switch (kind) {
    case 'dead_letter':
      return count === 1 && data.jobId ? `/admin/jobs/${id(data.jobId)}` : '/admin/dead-letters';
    case 'job_failed':
      if (count === 1 && data.jobId) return `/admin/jobs/${id(data.jobId)}`;
      return data.executionId ? `/admin/executions/${id(data.executionId)}` : '/admin/jobs';
    case 'execution_failed':
      return `/admin/executions/${id(subjectId)}`;
    case 'schedule_flagged':
    case 'schedule_stuck':
      return `/admin/scheduler/schedules/${id(scheduleId ?? subjectId)}`;
    case 'worker_dead':
    case 'no_worker':
    case 'worker_back':
      return '/admin/workers';
    case 'jobs_waiting':
    case 'circuit_open':
      return `/admin/agents/${id(subjectId)}`;
  }
}

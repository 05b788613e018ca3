import type { ReactNode } from 'react';
import { TextLink } from '../../../components/text-link.js';
import { counted } from '../../../lib/text/count-text.js';
import { texts as common } from './common.js';

/** The texts of the page of an agent: its header, and its tabs Overview, Jobs and Used by. */
export const texts = {
  ...common,

  header: {
    check: 'Check health',
    test: 'Test call…',
    run: 'Run now…',
    createSchedule: 'Create schedule',
    grade: 'Check protocol…',
    delete: 'Delete…',
    id: 'agent ID',
    isChanging: 'A change is in progress.',
    more: 'More actions',
    circuitClosed: 'Circuit closed. Waiting jobs are being sent.',
    isHealthy: 'The agent is healthy',
    isNotHealthy: (health: string | undefined) => `The agent is ${health}`,
    enabled: 'Agent enabled',
    disabled: 'Agent disabled',
    undo: 'Undo',
  },
  detail: {
    missing: 'It may have been deleted. Its jobs remain in the history.',
    overview: 'Overview',
    jobs: 'Jobs',
    versions: 'Versions',
    config: 'Config',
    usedBy: 'Used by',
    audit: 'Audit log',
    invalidEndpoint:
      'This agent registered itself with an invalid endpoint, so it cannot be called. Edit it here, or let the agent correct its endpoint by SQL.',
    disabledByAdmin:
      'An admin disabled this agent. The agent’s own database login cannot enable it. It is not called: schedules and pipelines that use it are blocked, and their slots are recorded as skipped.',
    disabledItself:
      'The agent disabled itself by SQL and can enable itself again. It is not called: schedules and pipelines that use it are blocked, and their slots are recorded as skipped.',
    nextProbe: (at: ReactNode) => <>Next probe {at}.</>,
    closeCircuit: 'Close the circuit',
    closeAndSend: (jobs: number) => `Close the circuit and send ${counted(jobs, 'job')}`,
  },
  overview: {
    attempts: 'Attempts',
    range: 'Time range',
    ranges: { '1h': '1 hour', '24h': '24 hours', '7d': '7 days', '30d': '30 days' },
    what: 'the statistics',
    successRate: 'Success rate',
    finished: 'Finished',
    failed: (count: number) => `${count.toLocaleString('en')} failed`,
    failedAndDead: (failed: number, dead: number) =>
      `${failed.toLocaleString('en')} failed, ${counted(dead, 'dead letter')}`,
    median: 'Median',
    percentile: '95th percentile',
    sampled: 'Only the newest attempts are counted here because there are so many.',
    outcomes: 'Outcomes',
    completedSeries: 'completed',
    failedSeries: 'failed',
    noOutcomes: 'No attempts finished in this period.',
    latency: 'Latency',
    medianSeries: 'median',
    noLatency: 'No measurements in this period.',
    lastFailure: 'Last failure',
    noMessage: 'no message',
    lastChecked: 'Last checked',
    never: 'Never',
    noHeartbeat: 'none sent',
    runningOf: (running: number, most: number) => `${running.toLocaleString('en')} of up to ${most}`,
    waiting: (jobs: number) => `${jobs.toLocaleString('en')} waiting`,
    reportsVersion: (version: string) => `The agent reports version ${version}.`,
    registered: 'Registered',
    registeredBy: (at: ReactNode, who: ReactNode) => (
      <>
        {at} <span className="text-muted">by {who}</span>
      </>
    ),
  },
  jobs: {
    job: 'Job',
    created: 'Created',
    searchAll: 'Search all jobs',
    title: 'Jobs of this agent',
    row: (job: string) => `job ${job}`,
    noMatch: 'No jobs match the filter',
    empty: 'No jobs yet',
    emptyHint: 'Jobs come from schedules, pipelines, webhooks and “Run now”.',
  },
  uses: {
    what: 'usage',
    empty: 'Not used yet',
    emptyHint: (agent: string) => (
      <>
        No schedule, pipeline or webhook uses this agent.{' '}
        <TextLink to="/scheduler/schedules/new" search={{ agent }} look="accent">
          Create a schedule
        </TextLink>
      </>
    ),
    schedules: 'Schedules',
    pipelines: 'Pipelines',
    webhooks: 'Webhooks',
    next: 'next',
    suspended: 'Suspended',
    scheduleCount: (count: number) => counted(count, 'schedule'),
    pipelineCount: (count: number) => counted(count, 'pipeline'),
    webhookCount: (count: number) => counted(count, 'webhook'),
    and: (all: readonly string[], last: string) => `${all.join(', ')} and ${last}`,
    steps: (names: readonly string[]) => `${names.length === 1 ? 'step' : 'steps'} ${names.join(', ')}`,
    viewAll: (count: number) => `View all ${count.toLocaleString('en')}`,
  },
  delete: {
    title: (name: string) => `Delete ${name}?`,
    confirm: 'Delete agent',
    deleted: (name: string) => `Deleted ${name}`,
    usedBy: (uses: string) => (
      <>
        Used by <strong>{uses}</strong>. They stay but are blocked: their slots are recorded as skipped until
        you choose another agent or register this one again.
      </>
    ),
    unused: 'Nothing uses this agent.',
    running: (jobs: number) => `${counted(jobs, 'job is', 'jobs are')} running now.`,
    about: 'Deletes its deployments, configuration and secrets. Its jobs remain in the history.',
  },
} as const;

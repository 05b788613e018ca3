/**
 * How the page divides the settings. What each means, and its range, comes from the server. This table
 * is part of the catalogue of texts, so that a new section is one entry.
 */
import type { Setting } from './setting.js';

export interface Section {
  /** Fragment of the URL. */
  id: string;
  title: string;
  about?: string;
  /** The key that its settings are stored under. */
  key: 'scheduler' | 'engine';
  /** Beginnings of the paths of its settings. Of several that fit, the longest counts. */
  paths: readonly string[];
}

export const SECTIONS: readonly Section[] = [
  { id: 'scheduling', title: 'Scheduling', key: 'scheduler', paths: ['scheduler.'] },
  {
    id: 'attempts',
    title: 'Attempts',
    about: 'For jobs whose schedule and agent have no values of their own.',
    key: 'scheduler',
    paths: [
      'scheduler.attemptTimeout',
      'scheduler.maxAttemptDuration',
      'scheduler.maxQueueTime',
      'scheduler.endJobsOfDeadAgents',
      'scheduler.shutdownGrace',
    ],
  },
  { id: 'calls', title: 'Agent calls', key: 'scheduler', paths: ['httpClient.'] },
  {
    id: 'retries',
    title: 'Retries',
    about: 'Used if the step, the schedule and the agent have no retry policy.',
    key: 'scheduler',
    paths: ['httpClient.retryConfig.'],
  },
  {
    id: 'circuits',
    title: 'Circuit breaker',
    about:
      'If an agent’s address does not respond, its jobs wait while single probes check whether it is back.',
    key: 'scheduler',
    paths: ['httpClient.circuitBreaker.'],
  },
  {
    id: 'batches',
    title: 'Batches',
    about: 'Defaults for expanded jobs. A data source can set its own.',
    key: 'scheduler',
    paths: ['defaultBatchProcessing.'],
  },
  { id: 'monitoring', title: 'Monitoring', key: 'scheduler', paths: ['monitoring.'] },
  { id: 'webhooks', title: 'Webhooks', key: 'scheduler', paths: ['webhooks.'] },
  {
    id: 'retention',
    title: 'Retention',
    key: 'scheduler',
    paths: ['scheduler.historyMaxAge', 'scheduler.auditMaxAge'],
  },
  {
    id: 'engine',
    title: 'Engine',
    about:
      'Internal settings of the workers, with the names that other schedulers use. Empty settings use the values above and the defaults; values set here take precedence.',
    key: 'engine',
    paths: [''],
  },
];

/** The settings of a section, in the order of the server. */
export function settingsOf(section: Section, settings: readonly Setting[]): Setting[] {
  return settings.filter((setting) => sectionOf(setting) === section);
}

function sectionOf({ key, path }: Setting): Section | undefined {
  const fitting = SECTIONS.flatMap((section) =>
    section.key === key
      ? section.paths.filter((start) => path.startsWith(start)).map((start) => ({ section, start }))
      : [],
  );
  return fitting.toSorted((a, b) => b.start.length - a.start.length)[0]?.section;
}

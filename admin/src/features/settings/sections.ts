/** How the page divides the settings. What each means, and its range, comes from the server. */
import type { Setting } from './setting.js';
import { texts } from './texts.js';

const t = texts.sections;

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
  { id: 'scheduling', ...t.scheduling, key: 'scheduler', paths: ['scheduler.'] },
  {
    id: 'attempts',
    ...t.attempts,
    key: 'scheduler',
    paths: [
      'scheduler.attemptTimeout',
      'scheduler.maxAttemptDuration',
      'scheduler.maxQueueTime',
      'scheduler.endJobsOfDeadAgents',
      'scheduler.shutdownGrace',
    ],
  },
  { id: 'calls', ...t.calls, key: 'scheduler', paths: ['httpClient.'] },
  { id: 'retries', ...t.retries, key: 'scheduler', paths: ['httpClient.retryConfig.'] },
  { id: 'circuits', ...t.circuits, key: 'scheduler', paths: ['httpClient.circuitBreaker.'] },
  { id: 'batches', ...t.batches, key: 'scheduler', paths: ['defaultBatchProcessing.'] },
  { id: 'monitoring', ...t.monitoring, key: 'scheduler', paths: ['monitoring.'] },
  { id: 'webhooks', ...t.webhooks, key: 'scheduler', paths: ['webhooks.'] },
  {
    id: 'retention',
    ...t.retention,
    key: 'scheduler',
    paths: ['scheduler.historyMaxAge', 'scheduler.auditMaxAge'],
  },
  { id: 'engine', ...t.engine, key: 'engine', paths: [''] },
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

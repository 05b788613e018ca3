import type { ReactNode } from 'react';
import { counted } from '../../../lib/text/count-text.js';
import { phrase } from '../../../lib/text/phrase.js';
import { formatDuration } from '../../../lib/text/time.js';

interface Batches {
  batches: number;
  batchSize: number;
  staggerDelay: number;
  durationMs: number;
}

const jobs = (count: number, isPipeline: boolean) => counted(count, isPipeline ? 'context' : 'job');

export const texts = {
  form: {
    editTitle: (name: string | undefined) => `Edit ${name ?? 'schedule'}`,
    notFound: 'It may have been deleted, or the address is wrong.',
    copyName: (name: string) => `${name} (copy)`,
    edit: 'Edit schedule',
    save: 'Save',
    created: (name: string) => `${name} created`,
    saved: (name: string) => `${name} saved`,
    basic: 'Basic info',
    description: 'Description',
    labelsHint: 'Separate labels with commas. API tokens can be limited to the schedules with a label.',
    badInstant: 'must be a date and time in a valid time zone',
  },
  target: {
    type: 'Target type',
    agentHint: 'one agent call for each value of the data sources',
    pipelineHint: 'several agents in sequence, for each value',
    templateTypeHint: 'another schedule’s target and settings, with new timing',
    templateHint: (target: string | undefined) =>
      `${target ? `Calls ${target}. ` : ''}The params and requirements below are merged over the template’s. Other settings replace the template’s if you set them.`,
    disabled: (kind: string) => `This ${kind} is disabled. The schedule will not run until you enable it.`,
  },
  timing: {
    repeat: 'Repeat',
    cron: 'Cron expression',
    cronHint: 'Minute, hour, day of month, month, day of week.',
    presets: 'Presets',
    intervalHint: 'A number with a unit, such as 30s, 10m, 1.5h or 1d. Without a unit: milliseconds.',
    intervalRead: (every: string) => `${every}, on a fixed grid.`,
    intervalExample: '10m',
    once: 'Once',
    at: 'At',
    atHint: (zone: string) => `Time zone: ${zone}. Leave empty to run immediately.`,
    start: 'Start',
    startHint: (zone: string) => `Time zone: ${zone}. Leave empty to start now.`,
    end: 'End',
    endHint: 'No runs at or after this time.',
    zoneHint: (zone: string) => `Leave empty to use the default, ${zone}.`,
    zoneUnknown: 'Unknown time zone.',
  },
  options: {
    timing: 'More timing options',
    policies: 'Policies',
    summary: (count: number) => (count === 0 ? 'defaults' : `${count} set`),
    ownRetries: 'Use custom retry settings instead of the agent’s',
    delivery: 'Timeout and priority',
  },
  params: {
    hint: (example: ReactNode, prefix: ReactNode) =>
      phrase`A JSON object. A string such as ${example} creates one job for each row. Type ${prefix} to see tables and columns.`,
    or: ' or ',
    inputOf: (agent: string) => `Input of ${agent}`,
    add: 'Add',
    addMember: (name: string) => `Add ${name}`,
  },
  /** Explanations of completions, by what they complete. */
  completion: {
    required: 'required',
    default: (value: string) => `default ${value}`,
    or: ' or ',
    source: 'one job for each row of a table',
    columns: (count: number) => counted(count, 'column'),
    rows: 'every row, or the key of one row',
    onlyRows: (type: string) => `only rows with this ${type}`,
    options: {
      'batchSize=': 'jobs per batch',
      'staggerDelay=': 'delay between batches: 1000, 2s',
      'limit=': 'maximum rows',
      'orderBy=': 'column, or column:desc',
      'filter={': 'conditions as JSON',
    },
    comparison: 'a comparison',
    ofRows: {
      $and: 'all of these conditions',
      $or: 'any of these conditions',
      $not: 'none of these conditions',
    },
    ofColumns: {
      $eq: 'equal to',
      $ne: 'not equal to',
      $gt: 'greater than, later than',
      $gte: 'at least',
      $lt: 'less than, earlier than',
      $lte: 'at most',
      $in: 'in a list',
      $nin: 'not in a list',
      $like: 'matches a pattern such as A%',
      $ilike: 'matches a pattern, case-insensitive',
      $null: 'true: is null',
      $not: 'negates the condition',
    },
  },
  expansion: {
    title: 'Expansion',
    badJson: 'Enter valid JSON to preview the jobs.',
    jobs,
    noSource: (count: ReactNode) => <>{count}: the params contain no data source.</>,
    noRows: (count: ReactNode) =>
      phrase`${count}: the data sources currently return no rows. The run would succeed without doing anything.`,
    batches: (count: ReactNode, { batches, batchSize, staggerDelay, durationMs }: Batches) => (
      <>
        {count} in {counted(batches, 'batch', 'batches')} of up to {batchSize}
        {batches > 1 && `, ${formatDuration(staggerDelay)} apart: at least ${formatDuration(durationMs)}`}.
      </>
    ),
    dropped: (nulls: number, duplicates: number) =>
      `Dropped: ${[nulls > 0 && counted(nulls, 'empty value'), duplicates > 0 && counted(duplicates, 'duplicate')].filter(Boolean).join(' and ')}.`,
    first: (count: number, isPipeline: boolean) => `First ${jobs(count, isPipeline)}`,
    firstParams: (isPipeline: boolean) => `params of the first ${isPipeline ? 'contexts' : 'jobs'}`,
    serverUnreachable: 'Cannot reach the server.',
  },
  preview: {
    title: 'Next runs',
    template: 'A template never runs on its own. It waits for triggers and webhooks.',
    incomplete: 'Choose when it repeats to preview the next runs.',
    loading: 'Loading…',
    noRuns: 'No further runs.',
    zone: (zone: string) => `Time zone: ${zone}`,
    zones: (zone: string, own: string) => `Time zone: ${zone}; your time (${own}) below`,
    clockChanges: 'Clock changes',
    clockChange: (day: string, isForward: boolean, from: string, to: string) =>
      `${day}, ${isForward ? 'forward' : 'back'}: ${from} → ${to}`,
  },
} as const;

import type { ReactNode } from 'react';
import { counted } from '../../../lib/text/count-text.js';
import { phrase } from '../../../lib/text/phrase.js';

export const texts = {
  page: {
    notFound: 'It has been deleted, or the address is wrong. Its past runs are still listed under Runs.',
    definition: 'Definition',
    definitionHint: (
      <>
        The input of <code className="font-mono text-xs">createPipeline</code> that recreates this pipeline.
        Default values are omitted.
      </>
    ),
    definitionLabel: 'definition',
    auditLog: 'Audit log',
    noAgent: (id: string) => `Agent ${id} no longer exists.`,
    disabledAgent: (name: string) => `Agent ${name} is disabled.`,
    disabled:
      'This pipeline is disabled: it cannot run, and the slots of its schedules are recorded as skipped.',
    blocked: 'This pipeline cannot run, and the slots of its schedules are recorded as skipped:',
    stepDisabled: (step: string, agent: ReactNode) => phrase`step ${step}: the agent ${agent} is disabled`,
    stepWithoutAgent: (step: string, id: string) => `step ${step}: the agent ${id} no longer exists`,
  },
  header: {
    id: 'pipeline ID',
    moreActions: 'More actions',
    usedBy: 'Used by',
    noSchedules: 'no schedules',
    schedules: (count: number) => counted(count, 'schedule'),
  },
  actions: {
    trigger: 'Trigger…',
    edit: 'Edit',
    createSchedule: 'Create schedule',
    duplicate: 'Duplicate…',
    enable: 'Enable',
    disable: 'Disable',
    delete: 'Delete…',
    enabled: (name: string) => `Enabled ${name}`,
    disabled: (name: string) => `Disabled ${name}`,
    isDisabled: 'The pipeline is disabled. Enable it first.',
  },
  runs: {
    title: 'Runs',
    empty: 'No runs yet',
    emptyHint: 'Trigger the pipeline now, or create a schedule for it.',
    trigger: 'Trigger',
  },
  triggerDialog: {
    title: (name: string) => `Trigger ${name}`,
    description:
      'Runs the pipeline now, or once at a later time, with one context for each value of the data sources in the params.',
    submit: 'Trigger',
    paramsHint: 'A JSON object, passed to every step.',
    paramsOfLastRun: 'From the last run.',
    triggered: (name: string) => `Triggered ${name}`,
    scheduled: (name: string) => `Scheduled a run of ${name}`,
  },
  disableDialog: {
    title: (name: string) => `Disable ${name}?`,
    usedBy: (count: number) =>
      count === 1
        ? '1 schedule uses this pipeline. It is blocked until you enable the pipeline again.'
        : `${count.toLocaleString('en')} schedules use this pipeline. They are blocked until you enable the pipeline again.`,
    runsContinue: 'Running jobs continue.',
  },
  deleteDialog: {
    title: (name: string) => `Delete ${name}?`,
    confirm: 'Delete pipeline',
    usedBy: (count: number) =>
      count === 1
        ? '1 schedule uses this pipeline. It is blocked until you choose another target.'
        : `${count.toLocaleString('en')} schedules use this pipeline. They are blocked until you choose other targets.`,
    isFinal: 'Its history is kept, and current runs continue. This cannot be undone.',
    deleted: (name: string) => `Deleted ${name}`,
  },
  usedBy: {
    loadError: 'Could not load the schedules that use it.',
    none: 'No schedules use it.',
    disabled: '(disabled)',
    more: (count: number) => `and ${count.toLocaleString('en')} more`,
  },
  stepFacts: {
    title: (stepId: string) => `Step ${stepId}`,
    deletedAgent: (id: string) => `${id} (deleted)`,
    position: 'Position',
    positionOf: (position: number, count: number) => `${position} of ${count}`,
    starts: 'Starts',
    immediately: 'immediately',
    after: (steps: readonly string[], condition: string) => `after ${steps.join(', ')}, ${condition}`,
    requiredBy: 'Required by',
    parallel: 'Parallel',
    isParallel: 'yes',
    isExclusive: 'no: runs alone within its context',
    retries: 'Retries',
    default: 'default of the schedule or agent',
    repeats: (from: string, turns: number) => `repeat from ${from}, ${counted(turns, 'turn')}`,
    repeatsWhile: (from: string, path: string, value: string, turns: number) =>
      `repeat from ${from} while ${path} is ${value}, up to ${counted(turns, 'turn')}`,
  },
} as const;

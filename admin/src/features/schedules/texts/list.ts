import { counted } from '../../../lib/text/count-text.js';
import type { BlockReason } from '../list/schedule-list.generated.js';
import { common } from './common.js';

/** A short text for the column and a full one for its tooltip. */
const BLOCKED: Readonly<Record<BlockReason, { short: string; full: string }>> = {
  INVALID_TARGET: { short: 'target unavailable', full: 'Its target is missing or disabled' },
  INVALID_TIMING: { short: 'invalid timing', full: 'Its timing is not valid' },
  OTHER: { short: 'see details', full: 'Open the schedule to see why it is blocked' },
};

const { enabled, paused, flagged, disabled } = common.states;

export const texts = {
  page: {
    schedulerDisabled: 'The scheduler is disabled in the settings. Due slots are recorded as skipped.',
    search: 'Search schedules',
    states: { enabled, paused, flagged, disabled },
    targets: { agent: common.agent, pipeline: common.pipeline },
    emptyTitle: 'No schedules yet',
    empty:
      'A schedule defines when an agent or pipeline runs, and with which params. Create one here or through the API:',
    sortedBy: 'Sorted by',
  },
  columns: {
    recent: 'Recent',
    success: 'Success',
    running: (ended: number, jobs: number) => `Running ${ended}/${jobs}`,
    jobsOf: (name: string) => `${name}: jobs`,
    resumes: 'resumes',
    recentOutcomes: (count: number, outcomes: readonly string[]) =>
      `Last ${count}, newest on the right: ${outcomes.join(', ')}`,
  },
  blocked: BLOCKED,
  bulk: {
    kinds: {
      trigger: {
        verb: 'Trigger',
        done: 'triggered',
        text: {
          one: 'Runs the schedule once now, regardless of its timing. If it forbids overlaps, it refuses this while a run is in progress.',
          many: 'Runs each schedule once now, regardless of its timing. Schedules that forbid overlaps refuse this while a run is in progress.',
        },
      },
      pause: {
        verb: 'Pause',
        done: 'paused',
        text: {
          one: 'Slots due before the end of the pause are recorded as skipped. Current runs continue. The schedule resumes on its own.',
          many: 'Slots due before the end of the pause are recorded as skipped. Current runs continue. The schedules resume on their own.',
        },
      },
      resume: {
        verb: 'Resume',
        done: 'resumed',
        text: {
          one: 'Ends its pause now. Past slots do not run.',
          many: 'Ends their pauses now. Past slots do not run.',
        },
      },
      enable: {
        verb: 'Enable',
        done: 'enabled',
        text: {
          one: 'It runs at its scheduled times again. Past slots do not run.',
          many: 'They run at their scheduled times again. Past slots do not run.',
        },
      },
      disable: {
        verb: 'Disable',
        done: 'disabled',
        text: {
          one: 'It does not run at its scheduled times until you enable it. Current runs continue.',
          many: 'They do not run at their scheduled times until you enable them. Current runs continue.',
        },
      },
    },
    allMatching: (count: number) => `All ${counted(count, 'schedule')} that match`,
    selectAll: (count: number) => `Select all ${counted(count, 'schedule')}`,
    confirm: (verb: string, count: number | undefined) =>
      `${verb} ${count === undefined ? 'schedules' : counted(count, 'schedule')}`,
    done: (count: number, done: string) => `${counted(count, 'schedule')} ${done}`,
    counting: 'Counting schedules…',
    allFiltered: (count: number) =>
      count === 1
        ? 'The schedule that matches the filter.'
        : `All ${counted(count, 'schedule')} that match the filter.`,
    more: (count: number) => `and ${count.toLocaleString('en')} more`,
    refused: (count: number, first: string, message: string) =>
      `${count.toLocaleString('en')} refused. ${first}: ${message}${count > 1 ? ` And ${(count - 1).toLocaleString('en')} more.` : ''}`,
  },
} as const;

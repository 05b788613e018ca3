import { counted } from '../../lib/text/count-text.js';

/** The number is undefined while the server counts. */
const deadLetters = (count: number | undefined) =>
  count === undefined ? 'dead letters' : counted(count, 'job');

/** The server counts up to this number. */
const COUNTED = 10_000;

export const texts = {
  title: 'Dead letters',
  /** Short, so that the navigation has room for its label. */
  badge: (count: number) => (count >= COUNTED ? '10k+' : count.toLocaleString('en')),
  noMessage: 'no message',
  replay: 'Replay…',
  page: {
    replayAll: 'Replay all…',
    replayMatches: 'Replay all matches…',
    nothingToReplay: 'There are no dead letters to replay.',
    allMatches: 'All that match the filter.',
    all: 'All dead letters.',
    allOfGroup: (agent: string, message: string) => `All of ${agent} with “${message}”.`,
    search: 'Search by error, agent or step',
    filteredByError: 'Filtered by error',
    filteredByCode: 'Filtered by code',
    showAll: 'Show all errors',
    empty: 'No dead letters',
    emptyHint:
      'A job becomes a dead letter when a retryable failure has no retries left. It stays here until you replay it.',
  },
  columns: {
    job: 'Job',
    error: 'Error',
    source: 'Source',
    unknownSource: 'unknown',
    attempts: 'Attempts',
    failed: 'Failed',
    id: 'ID',
    jobId: 'job ID',
    replay: 'Replay',
  },
  groups: {
    title: 'Grouped by error',
    titleOfNewest: (count: number) => `Grouped by error (newest ${count.toLocaleString('en')})`,
    allWithCode: (code: string) => `All with code ${code}`,
    noSchedule: 'no schedule',
    deletedSchedules: (count: number) =>
      count === 1 ? 'a deleted schedule' : `${count.toLocaleString('en')} deleted schedules`,
    andMore: (names: string, rest: number) => `${names} and ${rest} more`,
    first: 'first',
    last: 'last',
    show: 'Show',
    showGroup: (message: string) => `Show: ${message}`,
    replayGroup: (message: string) => `Replay: ${message}`,
    showAll: (count: number) => `Show all ${count}`,
    showFewer: 'Show fewer',
  },
  dialog: {
    title: (count: number | undefined) => `Replay ${deadLetters(count)}?`,
    confirm: (count: number | undefined) => `Replay ${deadLetters(count)}`,
    counting: 'Counting dead letters…',
    selected: (count: number) => `${counted(count, 'job')} selected.`,
    consequence: (count: number | undefined) =>
      `${count === 1 ? 'It' : 'Each'} gets a new attempt with all its retries. Steps that were skipped because of it are queued again.`,
    onlyOldest: (count: number) =>
      `Only the oldest ${count.toLocaleString('en')} are replayed now. Replay again for the rest.`,
    replayed: (count: number) => `${counted(count, 'job')} replayed`,
    outcome: (replayed: number, refused: number) =>
      `${counted(replayed, 'job')} replayed, ${refused.toLocaleString('en')} refused`,
    close: 'Close',
  },
} as const;

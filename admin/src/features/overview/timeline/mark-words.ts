/** Describes marks in words, for their cards and for screen readers. */

import { statusWord } from '../../../components/facts/status-badge.js';
import { counted } from '../../../lib/text/count-text.js';
import { formatDuration } from '../../../lib/text/time.js';
import { reasonWords, stateOf, TRIGGER_WORDS } from '../../executions/execution-words.js';
import { endOf, type Mark, type Run, startOf, statusPartsOf } from './marks.js';

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** `14:03:07` in the viewer's time zone. */
export function clockOf(at: number): string {
  return CLOCK.format(at);
}

/** `took 4.2 s`. Undefined for a run that has not ended. */
export function tookOf(run: Run): string | undefined {
  const end = endOf(run);
  if (run.runStatus === null || end === Number.POSITIVE_INFINITY) return undefined;
  return `took ${formatDuration(end - startOf(run))}`;
}

/** `31 of 50 jobs, 2 failed`. */
export function countsOf(run: Run): string | undefined {
  const { jobsCreated, jobsCompleted, jobsFailed } = run;
  if (jobsCreated === 0) return undefined;
  const failed = jobsFailed > 0 ? `, ${jobsFailed.toLocaleString('en')} failed` : '';
  const done = jobsCompleted < jobsCreated ? `${jobsCompleted.toLocaleString('en')} of ` : '';
  return `${done}${counted(jobsCreated, 'job')}${done ? ' completed' : ''}${failed}`;
}

/** Why it ran, or did not: `Overlap, 4 slots`, `Schedule`. */
export function whyOf(run: Run): string {
  const reason = reasonWords(run.reason, run.missedCount);
  if (run.runStatus === null) return reason ?? 'Skipped';
  return [TRIGGER_WORDS[run.trigger], reason].filter(Boolean).join(', ');
}

/** `8 completed, 1 failed`. */
export function partsWords(runs: readonly Run[]): string {
  return statusPartsOf(runs)
    .map(({ status, count }) => `${count} ${statusWord(status).toLowerCase()}`)
    .join(', ');
}

/** The whole description in one sentence. */
export function sentenceOf(lane: string, mark: Mark): string {
  if (mark.kind === 'fire') {
    const at = mark.fires.map(({ fireAt }) => clockOf(Date.parse(fireAt)));
    return `${lane}: scheduled for ${at.length > 3 ? `${at[0]} and ${at.length - 1} more times` : at.join(', ')}`;
  }
  const [run, ...others] = mark.runs;
  if (others.length > 0) {
    return `${lane}: ${mark.runs.length} from ${clockOf(mark.start)}: ${partsWords(mark.runs)}`;
  }
  const name = run.name === lane ? lane : `${lane}, ${run.name}`;
  const parts = [whyOf(run), tookOf(run), countsOf(run)].filter(Boolean).join(', ');
  return `${name}: ${stateOf(run).label} at ${clockOf(mark.start)}, ${parts}`;
}

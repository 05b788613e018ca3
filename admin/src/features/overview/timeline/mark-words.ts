/** Describes marks in words, for their cards and for screen readers. */

import { runStatusWord } from '../../../components/facts/status-badge.js';
import { formatDuration } from '../../../lib/text/time.js';
import { reasonWords, stateOf, TRIGGER_WORDS } from '../../executions/execution-words.js';
import { texts } from '../texts.js';
import { endOf, type Mark, type Run, startOf, statusPartsOf } from './marks.js';

const t = texts.marks;

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** `14:03:07` in the viewer's time zone. */
export function clockOf(at: number): string {
  return CLOCK.format(at);
}

/** `took 4.2 s`. Undefined for a run that has not ended. */
export function tookOf(run: Run): string | undefined {
  const end = endOf(run);
  if (run.runStatus === null || end === Number.POSITIVE_INFINITY) return undefined;
  return t.took(formatDuration(end - startOf(run)));
}

/** `31 of 50 jobs completed, 2 failed`. */
export function countsOf(run: Run): string | undefined {
  const { jobsCreated, jobsCompleted, jobsFailed } = run;
  if (jobsCreated === 0) return undefined;
  const jobs = jobsCompleted < jobsCreated ? t.completed(jobsCompleted, jobsCreated) : t.jobs(jobsCreated);
  return jobsFailed > 0 ? `${jobs}, ${t.failed(jobsFailed)}` : jobs;
}

/** Why it ran, or did not: `Overlap, 4 slots`, `Schedule`. */
export function whyOf(run: Run): string {
  const reason = reasonWords(run.reason, run.missedCount);
  if (run.runStatus === null) return reason ?? t.skipped;
  return [TRIGGER_WORDS[run.trigger], reason].filter(Boolean).join(', ');
}

/** `8 succeeded, 1 failed`. */
export function partsWords(runs: readonly Run[]): string {
  return statusPartsOf(runs)
    .map(({ status, count }) => `${count} ${runStatusWord(status).toLowerCase()}`)
    .join(', ');
}

/** The whole description in one sentence. */
export function sentenceOf(lane: string, mark: Mark): string {
  if (mark.kind === 'upcoming') {
    return t.scheduledFor(
      lane,
      mark.upcoming.map(({ fireAt }) => clockOf(Date.parse(fireAt))),
    );
  }
  const [run, ...others] = mark.runs;
  if (others.length > 0) {
    return t.runsFrom(lane, mark.runs.length, clockOf(mark.start), partsWords(mark.runs));
  }
  const name = run.name === lane ? lane : `${lane}, ${run.name}`;
  const parts = [whyOf(run), tookOf(run), countsOf(run)].filter(Boolean).join(', ');
  return t.run(name, stateOf(run).label, clockOf(mark.start), parts);
}

import type { ReactNode } from 'react';
import { StatusBadge } from '../../../components/facts/status-badge.js';
import { sourceLabel } from '../../../lib/decision.js';
import { formatRelative, useNow } from '../../../lib/text/time.js';
import { stateOf } from '../../executions/execution-words.js';
import { texts } from '../texts.js';
import type { Lane } from './lanes.js';
import { clockOf, countsOf, partsWords, tookOf, whyOf } from './mark-words.js';
import type { Mark, Run, UpcomingMark } from './marks.js';

const t = texts.card;

/** Details of a mark while it is hovered or focused. */
export function MarkCard({ lane, mark }: { lane: Lane; mark: Mark }) {
  if (mark.kind === 'upcoming') return <UpcomingCard lane={lane} mark={mark} />;
  const [run, ...others] = mark.runs;
  if (others.length === 0) return <RunCard lane={lane} run={run} start={mark.start} />;
  return (
    <Frame title={lane.name} action={t.openRuns}>
      <Line name={t.runs(mark.runs.length)}>
        {clockOf(mark.start)} – {clockOf(Math.max(mark.start, Math.min(mark.end, Date.now())))}
      </Line>
      <Line name={t.ended}>{partsWords(mark.runs)}</Line>
    </Frame>
  );
}

function RunCard({ lane, run, start }: { lane: Lane; run: Run; start: number }) {
  const { status, label } = stateOf(run);
  const isSkipped = run.runStatus === null;
  const took = tookOf(run);
  return (
    <Frame
      title={lane.isSchedule ? lane.name : run.name}
      aside={<StatusBadge status={status} label={label} />}
      action={t.openRun}
    >
      {run.slotAt && (
        <Line name={t.slot}>
          {clockOf(Date.parse(run.slotAt))}
          {isSkipped && run.lastSlotAt && run.missedCount > 1 && ` – ${clockOf(Date.parse(run.lastSlotAt))}`}
        </Line>
      )}
      {!isSkipped && <Line name={t.ran}>{[t.ranAt(clockOf(start)), took].filter(Boolean).join(', ')}</Line>}
      <Line name={t.why}>{whyOf(run)}</Line>
      {countsOf(run) && <Line name={t.jobs}>{countsOf(run)}</Line>}
    </Frame>
  );
}

function UpcomingCard({ lane, mark }: { lane: Lane; mark: UpcomingMark }) {
  const now = useNow();
  const [next, ...others] = mark.upcoming;
  const at = Date.parse(next.fireAt);
  return (
    <Frame title={lane.name} action={t.openSchedule}>
      <Line name={t.next}>
        {clockOf(at)}, {formatRelative(new Date(at), now)}
        {others.length > 0 && `, ${t.andMore(others.length)}`}
      </Line>
      {next.fireAt !== next.at && <Line name={t.slot}>{t.withJitter(clockOf(Date.parse(next.at)))}</Line>}
      <Line name={t.why}>{sourceLabel(next.source)}</Line>
    </Frame>
  );
}

function Frame(props: { title: string; aside?: ReactNode; action: string; children: ReactNode }) {
  return (
    <>
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{props.title}</span>
        {props.aside}
      </div>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3">{props.children}</dl>
      <p className="mt-1 text-muted">{props.action}</p>
    </>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

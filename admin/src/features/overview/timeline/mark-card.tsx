import type { ReactNode } from 'react';
import { StatusBadge } from '../../../components/facts/status-badge.js';
import { sourceLabel } from '../../../lib/decision.js';
import { formatRelative, useNow } from '../../../lib/text/time.js';
import { stateOf } from '../../executions/execution-words.js';
import type { Lane } from './lanes.js';
import { clockOf, countsOf, partsWords, tookOf, whyOf } from './mark-words.js';
import type { FireMark, Mark, Run } from './marks.js';

/** Details of a mark while it is hovered or focused. */
export function MarkCard({ lane, mark }: { lane: Lane; mark: Mark }) {
  if (mark.kind === 'fire') return <FireCard lane={lane} mark={mark} />;
  const [run, ...others] = mark.runs;
  if (others.length === 0) return <RunCard lane={lane} run={run} start={mark.start} />;
  return (
    <Frame title={lane.name} action="open these runs">
      <Line name={`${mark.runs.length} runs`}>
        {clockOf(mark.start)} – {clockOf(Math.max(mark.start, Math.min(mark.end, Date.now())))}
      </Line>
      <Line name="Ended">{partsWords(mark.runs)}</Line>
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
      action="open the run"
    >
      {run.slotAt && (
        <Line name="Slot">
          {clockOf(Date.parse(run.slotAt))}
          {isSkipped && run.lastSlotAt && run.missedCount > 1 && ` – ${clockOf(Date.parse(run.lastSlotAt))}`}
        </Line>
      )}
      {!isSkipped && (
        <Line name="Ran">
          at {clockOf(start)}
          {took && `, ${took}`}
        </Line>
      )}
      <Line name="Why">{whyOf(run)}</Line>
      {countsOf(run) && <Line name="Jobs">{countsOf(run)}</Line>}
    </Frame>
  );
}

function FireCard({ lane, mark }: { lane: Lane; mark: FireMark }) {
  const now = useNow();
  const [fire, ...others] = mark.fires;
  const at = Date.parse(fire.fireAt);
  return (
    <Frame title={lane.name} action="open the schedule">
      <Line name="Next">
        {clockOf(at)}, {formatRelative(new Date(at), now)}
        {others.length > 0 && `, and ${others.length} more`}
      </Line>
      {fire.fireAt !== fire.at && <Line name="Slot">{clockOf(Date.parse(fire.at))}, including jitter</Line>}
      <Line name="Why">{sourceLabel(fire.source)}</Line>
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
      <p className="mt-1 text-muted">Press Enter or click to {props.action}.</p>
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

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { StatusText } from '../../../components/facts/status-badge.js';
import { Time } from '../../../components/facts/time.js';
import { sourceLabel } from '../../../lib/decision.js';
import { linkTo } from '../../../lib/link-to.js';
import { formatDuration } from '../../../lib/text/time.js';
import { stateOf } from '../../executions/execution-words.js';
import { texts } from '../texts.js';
import type { Lane } from './lanes.js';
import { countsOf, whyOf } from './mark-words.js';
import { endOf, startOf } from './marks.js';

const t = texts.table;

const RUNS = 200;
const UPCOMING = 20;

/** The timeline as text: the next run of each schedule, and past runs, newest first. */
export function TimelineTable({ lanes }: { lanes: readonly Lane[] }) {
  const now = Date.now();
  const upcoming = lanes
    .flatMap((lane) => {
      const next = lane.upcoming.find(({ fireAt }) => Date.parse(fireAt) > now);
      return next ? [{ lane, next }] : [];
    })
    .sort((one, other) => Date.parse(one.next.fireAt) - Date.parse(other.next.fireAt));
  const runs = lanes
    .flatMap((lane) => lane.runs.map((run) => ({ lane, run })))
    .sort((one, other) => startOf(other.run) - startOf(one.run));
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-160 text-left">
        <thead>
          <tr className="text-xs text-muted">
            {t.columns.map((name) => (
              <th key={name} scope="col" className="py-1 pr-4 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {upcoming.slice(0, UPCOMING).map(({ lane, next }) => (
            <Row
              key={`${lane.id} ${next.at}`}
              at={next.fireAt}
              name={<Link {...linkTo.schedule(lane.id)}>{lane.name}</Link>}
              cells={[
                <StatusText key="status" status="pending" label={t.scheduled} />,
                sourceLabel(next.source),
                '–',
                '–',
              ]}
            />
          ))}
          {runs.slice(0, RUNS).map(({ lane, run }) => {
            const { status, label } = stateOf(run);
            const took = endOf(run) - startOf(run);
            return (
              <Row
                key={run.id}
                at={new Date(startOf(run)).toISOString()}
                name={<Link {...linkTo.run(run.id)}>{lane.isSchedule ? lane.name : run.name}</Link>}
                cells={[
                  <StatusText key="status" status={status} label={label} />,
                  whyOf(run),
                  run.runStatus !== null && took < Number.POSITIVE_INFINITY ? formatDuration(took) : '–',
                  countsOf(run) ?? '–',
                ]}
              />
            );
          })}
        </tbody>
      </table>
      <Rest upcoming={upcoming.length - UPCOMING} runs={runs.length - RUNS} />
    </div>
  );
}

function Row({ at, name, cells }: { at: string; name: ReactNode; cells: readonly ReactNode[] }) {
  return (
    <tr className="border-t">
      <td className="py-1 pr-4">
        <Time at={at} />
      </td>
      <th scope="row" className="py-1 pr-4 font-medium [&>a]:hover:underline">
        {name}
      </th>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its position
        <td key={index} className="py-1 pr-4">
          {cell}
        </td>
      ))}
    </tr>
  );
}

function Rest({ upcoming, runs }: { upcoming: number; runs: number }) {
  if (upcoming <= 0 && runs <= 0) return null;
  return <p className="border-t py-1 text-muted">{t.more({ upcoming, runs })}</p>;
}

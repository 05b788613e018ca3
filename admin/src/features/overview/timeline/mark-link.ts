import type { Lane } from './lanes.js';
import type { Mark } from './marks.js';

/** Where a mark leads, below /admin: to its run, to all of its runs, or to the schedule that will run. */
export function linkOf(lane: Lane, mark: Mark): string {
  if (mark.kind === 'fire') return `/scheduler/schedules/${lane.id}`;
  const { runs } = mark;
  if (runs.length === 1) return `/executions/${runs[0].id}`;
  const made = runs.map(({ id }) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
  const range = {
    from: new Date(Math.min(...made)).toISOString(),
    to: new Date(Math.max(...made) + 1).toISOString(),
  };
  const whose = lane.to === undefined ? 'trigger' : 'schedule';
  return `/executions?${new URLSearchParams({ [whose]: lane.id, ...range })}`;
}

import type { LinkTarget } from '../../../lib/link-target.js';
import { linkTo } from '../../../lib/link-to.js';
import type { Lane } from './lanes.js';
import type { Mark } from './marks.js';

/** Target of a mark: its run, the list of its runs, or the schedule that will run. */
export function linkOf(lane: Lane, mark: Mark): LinkTarget {
  if (mark.kind === 'upcoming') return linkTo.schedule(lane.id);
  const { runs } = mark;
  if (runs.length === 1) return linkTo.run(runs[0].id);
  const made = runs.map(({ id }) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
  const range = {
    from: new Date(Math.min(...made)).toISOString(),
    to: new Date(Math.max(...made) + 1).toISOString(),
  };
  const whose = lane.isSchedule ? 'schedule' : 'trigger';
  return { to: '/executions', search: { [whose]: lane.id, ...range } };
}

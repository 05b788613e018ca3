import type { LinkTarget } from '../../../lib/link-target.js';
import { linkTo } from '../../../lib/link-to.js';
import { common } from '../texts/common.js';
import type { ScheduleDetailFactsFragment } from './schedule-detail.generated.js';

/** The schedule of the page, with the settings that affect it. */
export interface ShownSchedule extends ScheduleDetailFactsFragment {
  /** The time zone in effect: its own, otherwise the default. */
  zone: string;
  /** `scheduler.enabled` of the settings. */
  isSchedulerEnabled: boolean;
}

export interface ScheduleDialogProps {
  schedule: ShownSchedule;
  onClose: () => void;
}

/** The target of the schedule, by name. */
export function targetOf(schedule: ScheduleDetailFactsFragment): {
  kind: 'agent' | 'pipeline';
  name: string;
  /** Link to its page. Undefined if the target has been deleted. */
  link: LinkTarget | undefined;
  isEnabled: boolean;
} {
  const { targetType, agent, pipeline, agentId, pipelineId } = schedule;
  const kind = targetType === 'AGENT' ? 'agent' : 'pipeline';
  const found = agent ?? pipeline;
  return {
    kind,
    name: found?.name ?? agentId ?? pipelineId ?? common.noTarget,
    link: found ? linkTo[kind](found.id) : undefined,
    isEnabled: found?.enabled ?? false,
  };
}

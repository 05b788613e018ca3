import type { LinkTarget } from '../../../lib/link-target.js';
import type { ScheduleDetailFactsFragment } from './schedule-detail.generated.js';

/** What the page is about, and what of the settings concerns it. */
export interface ShownSchedule extends ScheduleDetailFactsFragment {
  /** In force: its own, or the settings'. */
  zone: string;
  /** `scheduler.enabled` of the settings. */
  isSchedulerEnabled: boolean;
}

/** Of a dialog about it. */
export interface ScheduleDialogProps {
  schedule: ShownSchedule;
  onClose: () => void;
}

/** What it calls, by name. */
export function targetOf(schedule: ScheduleDetailFactsFragment): {
  kind: 'agent' | 'pipeline';
  name: string;
  /** Its page; undefined: it has been deleted. */
  link: LinkTarget | undefined;
  isEnabled: boolean;
} {
  const { targetType, agent, pipeline, agentId, pipelineId } = schedule;
  const kind = targetType === 'AGENT' ? 'agent' : 'pipeline';
  const found = agent ?? pipeline;
  return {
    kind,
    name: found?.name ?? agentId ?? pipelineId ?? 'nothing',
    link: found ? linkOf(kind, found.id) : undefined,
    isEnabled: found?.enabled ?? false,
  };
}

function linkOf(kind: 'agent' | 'pipeline', id: string): LinkTarget {
  return kind === 'agent'
    ? { to: '/agents/$agentId', params: { agentId: id } }
    : { to: '/scheduler/pipelines/$id', params: { id } };
}

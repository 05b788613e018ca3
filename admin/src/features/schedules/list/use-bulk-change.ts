import type { BulkOutcomeFragment } from '../../../lib/graphql/refusal.generated.js';
import { type ActionResult, useAction } from '../../../lib/graphql/use-action.js';
import {
  ScheduleBulkEnableDocument,
  ScheduleBulkPauseDocument,
  ScheduleBulkResumeDocument,
  ScheduleBulkTriggerDocument,
  type ScheduleFilter,
} from './schedule-list.generated.js';

/** The given schedules, or all that match a filter. */
export type Choice = { ids: readonly string[] } | { filter: ScheduleFilter; all: true };

export type BulkChange =
  | { kind: 'pause'; until: string; note: string | undefined }
  | { kind: 'trigger' }
  | { kind: 'resume' }
  | { kind: 'enable' }
  | { kind: 'disable' };

export interface BulkCount {
  /** Only counts the schedules. */
  dryRun?: boolean;
  /** The count of the dry run. */
  expectedCount?: number;
}

export type BulkResult =
  | { kind: 'ok'; value: BulkOutcomeFragment }
  | Extract<ActionResult<never>, { kind: 'error' }>;

/** Changes many schedules. Refusals are part of the result. */
export function useBulkChange(): (
  choice: Choice,
  change: BulkChange,
  count: BulkCount,
) => Promise<BulkResult> {
  const [enable] = useAction(ScheduleBulkEnableDocument, (data) => data.setSchedulesEnabled);
  const [pause] = useAction(ScheduleBulkPauseDocument, (data) => data.pauseSchedules);
  const [resume] = useAction(ScheduleBulkResumeDocument, (data) => data.resumeSchedules);
  const [trigger] = useAction(ScheduleBulkTriggerDocument, (data) => data.triggerSchedules);
  return async (choice, change, count) => {
    const given = { ...('ids' in choice ? { ids: [...choice.ids] } : choice), ...count };
    switch (change.kind) {
      case 'trigger':
        return trigger(given);
      case 'pause':
        return pause({ ...given, until: change.until, note: change.note });
      case 'resume':
        return resume(given);
      default:
        return enable({ ...given, enabled: change.kind === 'enable' });
    }
  };
}

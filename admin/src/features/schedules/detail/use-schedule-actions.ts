import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type EntityAction, useEntityActions } from '../../../components/entity-actions.js';
import { reportResult } from '../../../components/toast.js';
import { Pause, Pencil, Play } from '../../../icons/lucide.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import {
  ScheduleDetailClearHintsDocument,
  ScheduleDetailEnableDocument,
  ScheduleDetailResumeDocument,
} from './schedule-detail.generated.js';
import type { ShownSchedule } from './shown-schedule.js';

export type ScheduleDialog = 'trigger' | 'pause' | 'hint' | 'backfill' | 'delete';

export type ScheduleActions = ReturnType<typeof useScheduleActions>;

/** The actions on a schedule, with the required role and the reason if one is not possible. */
export function useScheduleActions(schedule: ShownSchedule) {
  const { id, enabled, template, repeat, pausedUntil } = schedule;
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<ScheduleDialog>();
  const [setEnabled] = useAction(ScheduleDetailEnableDocument, (data) => data.setScheduleEnabled);
  const [resume] = useAction(ScheduleDetailResumeDocument, (data) => data.resumeSchedule);
  const [clearHints] = useAction(ScheduleDetailClearHintsDocument, (data) => data.clearHints);
  const isPaused = pausedUntil !== null && new Date(pausedUntil) > new Date();

  async function enable(isOn: boolean): Promise<void> {
    reportResult(await setEnabled({ id, enabled: isOn }), {
      title: isOn ? 'Schedule enabled' : 'Schedule disabled',
      action: { label: 'Undo', run: () => void enable(!isOn) },
    });
  }

  const noTemplate = template && 'A template never runs on its own.';
  const actions = {
    trigger: {
      label: 'Trigger…',
      requires: 'OPERATOR',
      icon: Play,
      keys: 't',
      run: () => setDialog('trigger'),
    },
    pause: {
      label: isPaused ? 'Change pause…' : 'Pause…',
      requires: 'OPERATOR',
      icon: Pause,
      keys: 'p',
      run: () => setDialog('pause'),
      disabledReason: firstOf(!enabled && 'The schedule is disabled.', noTemplate),
    },
    resume: {
      label: 'Resume',
      requires: 'OPERATOR',
      icon: Play,
      keys: 'p',
      run: async () => reportResult(await resume({ id }), 'Schedule resumed'),
    },
    edit: {
      label: 'Edit',
      requires: 'ADMIN',
      icon: Pencil,
      keys: 'e',
      run: () => void navigate({ to: '/scheduler/schedules/$id/edit', params: { id } }),
    },
    backfill: {
      label: 'Backfill…',
      requires: 'OPERATOR',
      keys: 'b',
      run: () => setDialog('backfill'),
      disabledReason: firstOf(template && 'A template has no slots to backfill.'),
    },
    hint: {
      label: 'Propose hint…',
      requires: 'OPERATOR',
      run: () => setDialog('hint'),
      disabledReason: firstOf(
        template && 'A template never runs on its own, so a hint has no effect.',
        !enabled && 'The schedule is disabled. Enable it first.',
        repeat === 'ONCE' && 'The schedule runs once at a fixed time. Edit the schedule instead.',
      ),
    },
    enable: { label: enabled ? 'Disable' : 'Enable', requires: 'ADMIN', run: () => void enable(!enabled) },
    duplicate: {
      label: 'Duplicate…',
      requires: 'ADMIN',
      run: () => void navigate({ to: '/scheduler/schedules/new', search: { from: id } }),
    },
    remove: { label: 'Delete…', requires: 'ADMIN', isDanger: true, run: () => setDialog('delete') },
    clearHint: {
      label: 'Clear hint',
      requires: 'OPERATOR',
      run: async () => reportResult(await clearHints({ id }), 'Hint cleared'),
    },
  } satisfies Record<string, EntityAction>;

  const { pause, resume: unpause, clearHint: _, ...others } = actions;
  useEntityActions('Schedule', [isPaused ? unpause : pause, ...Object.values(others)]);
  return { ...actions, isPaused, dialog, closeDialog: () => setDialog(undefined) };
}

function firstOf(...reasons: readonly (string | false)[]): string | undefined {
  return reasons.find((reason) => reason !== false) || undefined;
}

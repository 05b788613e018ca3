import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type EntityAction, useEntityActions } from '../../../components/entity-actions.js';
import { reportResult } from '../../../components/toast.js';
import { Pause, Pencil, Play } from '../../../icons/lucide.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/detail.js';
import {
  ScheduleDetailClearHintsDocument,
  ScheduleDetailEnableDocument,
  ScheduleDetailResumeDocument,
} from './schedule-detail.generated.js';
import type { ShownSchedule } from './shown-schedule.js';

const t = texts.actions;

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
      title: isOn ? t.enabled : t.disabled,
      action: { label: common.undo, run: () => void enable(!isOn) },
    });
  }

  const noTemplate = template && t.isTemplate;
  const actions = {
    trigger: {
      label: t.trigger,
      requires: 'OPERATOR',
      icon: Play,
      keys: 't',
      run: () => setDialog('trigger'),
    },
    pause: {
      label: isPaused ? t.changePause : t.pause,
      requires: 'OPERATOR',
      icon: Pause,
      keys: 'p',
      run: () => setDialog('pause'),
      disabledReason: firstOf(!enabled && t.isDisabled, noTemplate),
    },
    resume: {
      label: t.resume,
      requires: 'OPERATOR',
      icon: Play,
      keys: 'p',
      run: async () => reportResult(await resume({ id }), t.resumed),
    },
    edit: {
      label: t.edit,
      requires: 'ADMIN',
      icon: Pencil,
      keys: 'e',
      run: () => void navigate({ to: '/scheduler/schedules/$id/edit', params: { id } }),
    },
    backfill: {
      label: t.backfill,
      requires: 'OPERATOR',
      keys: 'b',
      run: () => setDialog('backfill'),
      disabledReason: firstOf(template && t.noSlotsToBackfill),
    },
    hint: {
      label: t.hint,
      requires: 'OPERATOR',
      run: () => setDialog('hint'),
      disabledReason: firstOf(
        template && t.noHintForTemplate,
        !enabled && t.noHintWhileDisabled,
        repeat === 'ONCE' && t.noHintForOnce,
      ),
    },
    enable: { label: enabled ? t.disable : t.enable, requires: 'ADMIN', run: () => void enable(!enabled) },
    duplicate: {
      label: t.duplicate,
      requires: 'ADMIN',
      run: () => void navigate({ to: '/scheduler/schedules/new', search: { from: id } }),
    },
    remove: { label: t.remove, requires: 'ADMIN', isDanger: true, run: () => setDialog('delete') },
    clearHint: {
      label: t.clearHint,
      requires: 'OPERATOR',
      run: async () => reportResult(await clearHints({ id }), t.hintCleared),
    },
  } satisfies Record<string, EntityAction>;

  const { pause, resume: unpause, clearHint: _, ...others } = actions;
  useEntityActions(common.schedule, [isPaused ? unpause : pause, ...Object.values(others)]);
  return { ...actions, isPaused, dialog, closeDialog: () => setDialog(undefined) };
}

function firstOf(...reasons: readonly (string | false)[]): string | undefined {
  return reasons.find((reason) => reason !== false) || undefined;
}

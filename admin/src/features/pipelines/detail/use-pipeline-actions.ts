import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type EntityAction, useEntityActions } from '../../../components/entity-actions.js';
import { reportDone, toast } from '../../../components/toast.js';
import { CalendarClock, Pencil, Play } from '../../../icons/lucide.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/detail.js';
import { PipelineDetailEnableDocument, type PipelineDetailQuery } from './pipeline-detail.generated.js';

const t = texts.actions;

export type ShownPipeline = NonNullable<PipelineDetailQuery['pipeline']>;
export type PipelineDialog = 'trigger' | 'disable' | 'delete';

export type PipelineActions = ReturnType<typeof usePipelineActions>;

/** The actions on a pipeline, with the required role and the reason if one is not possible. */
export function usePipelineActions({ id, name, enabled, scheduleCount }: ShownPipeline) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<PipelineDialog>();
  const [update] = useAction(PipelineDetailEnableDocument, (data) => data.updatePipeline);

  /** Returns the message of a refusal. */
  async function setEnabled(isOn: boolean): Promise<{ message: string } | undefined> {
    return reportDone(await update({ id, enabled: isOn }), {
      title: isOn ? t.enabled(name) : t.disabled(name),
      action: { label: common.undo, run: () => void setEnabled(!isOn) },
    });
  }

  async function toggle(): Promise<void> {
    if (enabled && scheduleCount > 0) return setDialog('disable');
    const refused = await setEnabled(!enabled);
    if (refused) toast({ kind: 'error', title: refused.message });
  }

  const isOff = enabled ? undefined : t.isDisabled;
  const actions = {
    trigger: {
      label: t.trigger,
      icon: Play,
      requires: 'OPERATOR',
      disabledReason: isOff,
      keys: 't',
      run: () => setDialog('trigger'),
    },
    edit: {
      label: t.edit,
      icon: Pencil,
      requires: 'ADMIN',
      keys: 'e',
      run: () => void navigate({ to: '/scheduler/pipelines/$id/edit', params: { id } }),
    },
    schedule: {
      label: t.createSchedule,
      icon: CalendarClock,
      requires: 'ADMIN',
      run: () => void navigate({ to: '/scheduler/schedules/new', search: { pipeline: id } }),
    },
    duplicate: {
      label: t.duplicate,
      requires: 'ADMIN',
      run: () => void navigate({ to: '/scheduler/pipelines/new', search: { from: id } }),
    },
    enable: { label: enabled ? t.disable : t.enable, requires: 'ADMIN', run: () => void toggle() },
    remove: { label: t.delete, requires: 'ADMIN', isDanger: true, run: () => setDialog('delete') },
  } satisfies Record<string, EntityAction>;

  useEntityActions(common.pipeline, Object.values(actions));
  return { ...actions, setEnabled, dialog, closeDialog: () => setDialog(undefined) };
}

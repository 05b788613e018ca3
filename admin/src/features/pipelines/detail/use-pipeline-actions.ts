import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toast } from '../../../components/toast.js';
import { useCommands } from '../../../lib/commands.js';
import { useShortcuts } from '../../../lib/shortcuts.js';
import { useAction } from '../../../lib/use-action.js';
import { type Role, useRefusal } from '../../../lib/viewer.js';
import { PipelineDetailEnableDocument, type PipelineDetailQuery } from './pipeline-detail.generated.js';

export type ShownPipeline = NonNullable<PipelineDetailQuery['pipeline']>;
export type PipelineDialog = 'trigger' | 'disable' | 'delete';

/** One thing that can be done with the pipeline: a button, an entry of the menu, a command, a key. */
export interface PipelineAction {
  label: string;
  requires: Role;
  disabledReason?: string | undefined;
  keys?: string;
  run: () => void;
}

export type PipelineActions = ReturnType<typeof usePipelineActions>;

/** What can be done with a pipeline, who may, and why not. */
export function usePipelineActions({ id, name, enabled, scheduleCount }: ShownPipeline) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<PipelineDialog>();
  const [update] = useAction(PipelineDetailEnableDocument, (data) => data.updatePipeline);
  const refusals = { VIEWER: undefined, OPERATOR: useRefusal('OPERATOR'), ADMIN: useRefusal('ADMIN') };

  /** What it returns is why not. */
  async function setEnabled(isOn: boolean): Promise<{ message: string } | undefined> {
    const result = await update({ id, enabled: isOn });
    if (result.kind === 'error') return result.error;
    toast({
      kind: 'success',
      title: isOn ? `Enabled ${name}` : `Disabled ${name}`,
      action: { label: 'Undo', run: () => void setEnabled(!isOn) },
    });
    return undefined;
  }

  async function toggle(): Promise<void> {
    if (enabled && scheduleCount > 0) return setDialog('disable');
    const refused = await setEnabled(!enabled);
    if (refused) toast({ kind: 'error', title: refused.message });
  }

  const isOff = enabled ? undefined : 'The pipeline is disabled. Enable it first.';
  const actions = {
    trigger: {
      label: 'Trigger…',
      requires: 'OPERATOR',
      disabledReason: isOff,
      keys: 't',
      run: () => setDialog('trigger'),
    },
    edit: {
      label: 'Edit',
      requires: 'ADMIN',
      keys: 'e',
      run: () => void navigate({ to: '/scheduler/pipelines/$id/edit', params: { id } }),
    },
    schedule: {
      label: 'Create schedule',
      requires: 'ADMIN',
      run: () => void navigate({ to: '/scheduler/schedules/new', search: { pipeline: id } }),
    },
    duplicate: {
      label: 'Duplicate…',
      requires: 'ADMIN',
      run: () => void navigate({ to: '/scheduler/pipelines/new', search: { from: id } }),
    },
    enable: { label: enabled ? 'Disable' : 'Enable', requires: 'ADMIN', run: () => void toggle() },
    remove: { label: 'Delete…', requires: 'ADMIN', run: () => setDialog('delete') },
  } satisfies Record<string, PipelineAction>;

  const offered = Object.values(actions).map((action: PipelineAction) => ({
    ...action,
    label: action.label.replace('…', ''),
    disabledReason: refusals[action.requires] ?? action.disabledReason,
  }));
  useShortcuts(
    offered.flatMap(({ keys, label, run, disabledReason }) =>
      keys && !disabledReason ? [{ keys, label, group: 'Pipeline', run }] : [],
    ),
  );
  useCommands(
    offered.map(({ keys, label, run, disabledReason }) => ({
      id: `pipeline ${label}`,
      label,
      ...(keys && { keys }),
      disabledReason,
      run,
    })),
  );
  return { ...actions, setEnabled, dialog, closeDialog: () => setDialog(undefined) };
}

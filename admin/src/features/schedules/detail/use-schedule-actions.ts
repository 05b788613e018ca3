import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toast } from '../../../components/toast.js';
import { useCommands } from '../../../lib/commands.js';
import { useShortcuts } from '../../../lib/shortcuts.js';
import { type ActionError, type ActionResult, useAction } from '../../../lib/use-action.js';
import { type Role, useRefusal } from '../../../lib/viewer.js';
import {
  ScheduleDetailClearHintsDocument,
  ScheduleDetailEnableDocument,
  ScheduleDetailResumeDocument,
} from './schedule-detail.generated.js';
import type { ShownSchedule } from './shown-schedule.js';

export type ScheduleDialog = 'trigger' | 'pause' | 'hint' | 'backfill' | 'delete';

/** One thing that can be done with the schedule: a button, an entry of the menu, a command, a key. */
export interface ScheduleAction {
  label: string;
  requires: Role;
  disabledReason: string | undefined;
  run: () => void;
}

export interface ScheduleActions {
  trigger: ScheduleAction;
  pause: ScheduleAction;
  resume: ScheduleAction;
  /** Or disable. */
  enable: ScheduleAction;
  edit: ScheduleAction;
  duplicate: ScheduleAction;
  backfill: ScheduleAction;
  hint: ScheduleAction;
  clearHint: ScheduleAction;
  remove: ScheduleAction;
  isPaused: boolean;
  dialog: ScheduleDialog | undefined;
  closeDialog: () => void;
}

/** What can be done with a schedule, who may, and why not. */
export function useScheduleActions(schedule: ShownSchedule): ScheduleActions {
  const { id, enabled, template, repeat, pausedUntil } = schedule;
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<ScheduleDialog>();
  const [setEnabled] = useAction(ScheduleDetailEnableDocument, (data) => data.setScheduleEnabled);
  const [resume] = useAction(ScheduleDetailResumeDocument, (data) => data.resumeSchedule);
  const [clearHints] = useAction(ScheduleDetailClearHintsDocument, (data) => data.clearHints);
  const isPaused = pausedUntil !== null && new Date(pausedUntil) > new Date();

  async function enable(isOn: boolean): Promise<void> {
    const result = await setEnabled({ id, enabled: isOn });
    if (result.kind === 'error') return tellRefusal(result.error);
    toast({
      kind: 'success',
      title: isOn ? 'Schedule enabled' : 'Schedule disabled',
      action: { label: 'Undo', run: () => void enable(!isOn) },
    });
  }

  const actions = {
    trigger: actionOf('Trigger…', 'OPERATOR', () => setDialog('trigger')),
    pause: actionOf(isPaused ? 'Change pause…' : 'Pause…', 'OPERATOR', () => setDialog('pause'), [
      !enabled && 'The schedule is disabled.',
      template && 'A template never runs on a schedule.',
    ]),
    resume: actionOf('Resume', 'OPERATOR', () => void resume({ id }).then(tell('Schedule resumed'))),
    enable: actionOf(enabled ? 'Disable' : 'Enable', 'ADMIN', () => void enable(!enabled)),
    edit: actionOf(
      'Edit',
      'ADMIN',
      () => void navigate({ to: '/scheduler/schedules/$id/edit', params: { id } }),
    ),
    duplicate: actionOf(
      'Duplicate…',
      'ADMIN',
      () => void navigate({ to: '/scheduler/schedules/new', search: { from: id } }),
    ),
    backfill: actionOf('Backfill…', 'OPERATOR', () => setDialog('backfill'), [
      template && 'A template has no slots to backfill.',
    ]),
    hint: actionOf('Propose hint…', 'OPERATOR', () => setDialog('hint'), [
      template && 'A template never runs on a schedule, so a hint has no effect.',
      !enabled && 'The schedule is disabled. Enable it first.',
      repeat === 'ONCE' && 'The schedule runs once at a fixed time. Edit the schedule instead.',
    ]),
    clearHint: actionOf('Clear hint', 'OPERATOR', () => void clearHints({ id }).then(tell('Hint cleared'))),
    remove: actionOf('Delete…', 'ADMIN', () => setDialog('delete')),
  } satisfies Record<string, ScheduleAction>;

  useOffer(actions, isPaused);
  return { ...actions, isPaused, dialog, closeDialog: () => setDialog(undefined) };
}

/** In the palette; the most frequent ones have a key. */
function useOffer(
  {
    trigger,
    pause,
    resume,
    edit,
    enable,
    duplicate,
    backfill,
    hint,
    remove,
  }: Record<string, ScheduleAction> & {
    [Name in
      | 'trigger'
      | 'pause'
      | 'resume'
      | 'edit'
      | 'enable'
      | 'duplicate'
      | 'backfill'
      | 'hint'
      | 'remove']: ScheduleAction;
  },
  isPaused: boolean,
): void {
  const refusals = { OPERATOR: useRefusal('OPERATOR'), ADMIN: useRefusal('ADMIN'), VIEWER: undefined };
  const offered = [
    { ...trigger, keys: 't' },
    { ...(isPaused ? resume : pause), keys: 'p' },
    { ...edit, keys: 'e' },
    { ...backfill, keys: 'b' },
    hint,
    enable,
    duplicate,
    remove,
  ].map((action) => ({
    keys: undefined as string | undefined,
    ...action,
    disabledReason: refusals[action.requires] ?? action.disabledReason,
  }));
  useShortcuts(
    offered.flatMap(({ keys, label, run, disabledReason }) =>
      keys && !disabledReason ? [{ keys, label: plain(label), group: 'Schedule', run }] : [],
    ),
  );
  useCommands(
    offered.map(({ keys, label, run, disabledReason }) => ({
      id: `schedule ${label}`,
      label: plain(label),
      ...(keys && { keys }),
      disabledReason,
      run,
    })),
  );
}

function actionOf(
  label: string,
  requires: Role,
  run: () => void,
  reasons: readonly (string | false)[] = [],
): ScheduleAction {
  return { label, requires, run, disabledReason: reasons.find((reason) => reason !== false) || undefined };
}

function tell(title: string) {
  return (result: ActionResult<{ __typename: string }>) =>
    result.kind === 'error' ? tellRefusal(result.error) : toast({ kind: 'success', title });
}

function tellRefusal({ message, issues }: ActionError): void {
  const [first] = issues;
  toast({
    kind: 'error',
    title: message,
    ...(first && { description: `${first.path.join('.')} ${first.message}` }),
  });
}

const plain = (label: string) => label.replace('…', '');

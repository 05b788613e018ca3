import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../components/dialog.js';
import { Skeleton } from '../../../components/loading.js';
import { toast } from '../../../components/toast.js';
import { useCountedChange } from '../../../components/use-counted-change.js';
import { firstPauseChoice, PauseFields, readPauseChoice } from '../pause-fields.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/list.js';
import type { ScheduleRowFragment } from './schedule-list.generated.js';
import { type BulkChange, type Choice, useBulkChange } from './use-bulk-change.js';

const t = texts.bulk;

export type BulkKind = BulkChange['kind'];

type Undo = { kind: 'enable' | 'disable' | 'resume'; ids: readonly string[] };

/**
 * The change that undoes this one, for the changed schedules. Undefined if there is none, or if their
 * previous states are not known.
 */
function undoOf(
  kind: BulkKind,
  choice: Choice,
  rows: ReadonlyMap<string, ScheduleRowFragment>,
): Undo | undefined {
  if (!('ids' in choice) || choice.ids.some((id) => !rows.has(id))) return undefined;
  const where = (test: (row: ScheduleRowFragment) => boolean) =>
    choice.ids.filter((id) => test(rows.get(id) as ScheduleRowFragment));
  if (kind === 'enable') return { kind: 'disable', ids: where(({ enabled }) => !enabled) };
  if (kind === 'disable') return { kind: 'enable', ids: where(({ enabled }) => enabled) };
  const paused = where(({ pausedUntil }) => pausedUntil !== null && new Date(pausedUntil) > new Date());
  if (kind === 'pause' && paused.length === 0) return { kind: 'resume', ids: choice.ids };
  return undefined;
}

const titleOf = (kind: BulkKind, count: number) => t.done(count, t.kinds[kind].done);

export interface BulkDialogProps {
  kind: BulkKind;
  choice: Choice;
  /** The listed schedules, by ID. */
  rows: ReadonlyMap<string, ScheduleRowFragment>;
  onClose: () => void;
  onDone: () => void;
}

/** Shows the server's count of schedules before anything is changed. */
export function BulkDialog({ kind, choice, rows, onClose, onDone }: BulkDialogProps) {
  const change = useBulkChange();
  const [pause, setPause] = useState(() => firstPauseChoice(new Date()));
  const { verb, text } = t.kinds[kind];
  const chosen = 'ids' in choice ? choice.ids.length : undefined;
  const { matched, problem, confirm } = useCountedChange(async (how) => {
    if (kind !== 'pause') return change(choice, { kind }, how);
    const read = readPauseChoice(pause, new Date());
    return read.kind === 'ok' ? change(choice, { kind, ...read.value }, how) : read;
  }, t.counting);

  function confirmWithUndo() {
    const undo = undoOf(kind, choice, rows);
    return confirm(({ changed, refused }) => {
      if (refused.length > 0)
        toast({ kind: 'error', title: titleOf(kind, changed), description: refusals(refused, rows) });
      else
        toast({
          kind: 'success',
          title: titleOf(kind, changed),
          ...(undo &&
            undo.ids.length > 0 && { action: { label: common.undo, run: () => void undoWith(undo) } }),
        });
      onDone();
    });
  }

  async function undoWith(undo: Undo): Promise<void> {
    const undone = await change({ ids: undo.ids }, { kind: undo.kind }, {});
    if (undone.kind === 'error') toast({ kind: 'error', title: undone.error.message });
    else toast({ title: titleOf(undo.kind, undone.value.changed) });
  }

  const label = t.confirm(verb, matched);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`${label}?`}
      confirmLabel={label}
      isDanger={kind === 'disable'}
      onConfirm={confirmWithUndo}
    >
      <div className="flex flex-col gap-3">
        {problem ? (
          <p role="alert" className="text-red">
            {problem}
          </p>
        ) : (
          <Touched choice={choice} rows={rows} matched={matched} />
        )}
        <p className="text-muted">{(matched ?? chosen) === 1 ? text.one : text.many}</p>
        {kind === 'pause' && <PauseFields choice={pause} onChange={setPause} />}
      </div>
    </ConfirmDialog>
  );
}

const NAMED = 5;

function Touched({
  choice,
  rows,
  matched,
}: {
  choice: Choice;
  rows: ReadonlyMap<string, ScheduleRowFragment>;
  matched: number | undefined;
}): ReactNode {
  if (matched === undefined) return <Skeleton className="w-1/2" />;
  if (!('ids' in choice)) return <p>{t.allFiltered(matched)}</p>;
  const named = choice.ids.map((id) => rows.get(id)?.name ?? id).slice(0, NAMED);
  const rest = matched - named.length;
  return (
    <p>
      {named.join(', ')}
      {rest > 0 && ` ${t.more(rest)}`}
    </p>
  );
}

function refusals(
  refused: readonly { id: string; message: string }[],
  rows: ReadonlyMap<string, ScheduleRowFragment>,
): string {
  const [first] = refused;
  if (!first) return '';
  return t.refused(refused.length, rows.get(first.id)?.name ?? first.id, first.message);
}

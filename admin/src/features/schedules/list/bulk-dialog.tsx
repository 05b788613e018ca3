import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../../components/dialog.js';
import { Skeleton } from '../../../components/states.js';
import { toast } from '../../../components/toast.js';
import { newRequestKey } from '../../../lib/graphql/request-key.js';
import { counted } from '../../../lib/text/count-text.js';
import { firstPauseChoice, PauseFields, readPauseChoice } from '../pause-fields.js';
import type { ScheduleRowFragment } from './schedule-list.generated.js';
import { type BulkChange, type Choice, useBulkChange } from './use-bulk-change.js';

export type BulkKind = BulkChange['kind'];

interface Words {
  verb: string;
  done: string;
  text: string;
}

export const BULK_WORDS: Readonly<Record<BulkKind, Words>> = {
  trigger: {
    verb: 'Trigger',
    done: 'triggered',
    text: 'Runs each schedule once now, regardless of its timing. Schedules that forbid overlaps refuse this while a run is in progress.',
  },
  pause: {
    verb: 'Pause',
    done: 'paused',
    text: 'Slots due before then are recorded as skipped. Current runs continue. The schedules resume on their own.',
  },
  resume: { verb: 'Resume', done: 'resumed', text: 'Ends their pauses now. Past slots do not run.' },
  enable: {
    verb: 'Enable',
    done: 'enabled',
    text: 'They run at their scheduled times again. Past slots do not run.',
  },
  disable: {
    verb: 'Disable',
    done: 'disabled',
    text: 'They do not run at their scheduled times until you enable them. Current runs continue.',
  },
};

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

const titleOf = (kind: BulkKind, count: number) => `${counted(count, 'schedule')} ${BULK_WORDS[kind].done}`;

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
  const [matched, setMatched] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [pause, setPause] = useState(() => firstPauseChoice(new Date()));
  // With one key per dialog, each schedule runs once, whatever happens to the connection.
  const [idempotencyKey] = useState(newRequestKey);
  const { verb, text } = BULK_WORDS[kind];

  function changeOf(): BulkChange | { kind: 'error'; message: string } {
    if (kind === 'trigger') return { kind, idempotencyKey };
    if (kind !== 'pause') return { kind };
    const read = readPauseChoice(pause, new Date());
    return read.kind === 'ok' ? { kind, until: read.until, note: read.note } : read;
  }

  const count = useRef(async () => {
    const wanted = changeOf();
    if (wanted.kind === 'error') return;
    const dry = await change(choice, wanted, { dryRun: true });
    if (dry.kind === 'ok') setMatched(dry.value.matched);
    else setProblem(dry.error.message);
  });
  useEffect(() => void count.current(), []);

  async function confirm(): Promise<{ message: string } | undefined> {
    const wanted = changeOf();
    if (wanted.kind === 'error') return wanted;
    if (matched === undefined) return { message: problem ?? 'Counting schedules…' };
    const undo = undoOf(kind, choice, rows);
    const result = await change(choice, wanted, { expectedCount: matched });
    if (result.kind === 'error') return result.error;
    const { changed, refused } = result.value;
    if (refused.length > 0)
      toast({ kind: 'error', title: titleOf(kind, changed), description: refusals(refused, rows) });
    else
      toast({
        kind: 'success',
        title: titleOf(kind, changed),
        ...(undo && undo.ids.length > 0 && { action: { label: 'Undo', run: () => void undoWith(undo) } }),
      });
    onDone();
    return undefined;
  }

  async function undoWith(undo: Undo): Promise<void> {
    const undone = await change({ ids: undo.ids }, { kind: undo.kind }, {});
    if (undone.kind === 'error') toast({ kind: 'error', title: undone.error.message });
    else toast({ title: titleOf(undo.kind, undone.value.changed) });
  }

  const words = matched === undefined ? 'schedules' : counted(matched, 'schedule');
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`${verb} ${words}?`}
      confirmLabel={`${verb} ${words}`}
      isDanger={kind === 'disable'}
      onConfirm={confirm}
    >
      <div className="flex flex-col gap-3">
        {problem ? (
          <p role="alert" className="text-red">
            {problem}
          </p>
        ) : (
          <Touched choice={choice} rows={rows} matched={matched} />
        )}
        <p className="text-muted">{text}</p>
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
  if (!('ids' in choice)) return <p>All {counted(matched, 'schedule')} that match the filter.</p>;
  const named = choice.ids.map((id) => rows.get(id)?.name ?? id).slice(0, NAMED);
  const rest = matched - named.length;
  return (
    <p>
      {named.join(', ')}
      {rest > 0 && ` and ${rest.toLocaleString('en')} more`}
    </p>
  );
}

function refusals(
  refused: readonly { id: string; message: string }[],
  rows: ReadonlyMap<string, ScheduleRowFragment>,
): string {
  const [first] = refused;
  if (!first) return '';
  const more = refused.length > 1 ? ` And ${refused.length - 1} more.` : '';
  return `${refused.length} refused. ${rows.get(first.id)?.name ?? first.id}: ${first.message}${more}`;
}

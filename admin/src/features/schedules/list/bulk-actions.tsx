import { useState } from 'react';
import { Button } from '../../../components/button.js';
import { CirclePause, CirclePlay, Play, ToggleLeft, ToggleRight } from '../../../icons/lucide.js';
import type { Role } from '../../../lib/viewer.js';
import { texts } from '../texts/list.js';
import { BulkDialog, type BulkKind } from './bulk-dialog.js';
import type { ScheduleFilter, ScheduleRowFragment } from './schedule-list.generated.js';
import type { Choice } from './use-bulk-change.js';

const t = texts.bulk;

export interface BulkActionsProps {
  ids: readonly string[];
  /** The listed schedules, by ID. */
  rows: ReadonlyMap<string, ScheduleRowFragment>;
  /** Set if more schedules match the filter than are listed. */
  matching: { filter: ScheduleFilter; count: number } | undefined;
  areAllShownSelected: boolean;
  onDone: () => void;
}

const ACTIONS: readonly { kind: BulkKind; requires: Role; Icon: typeof Play }[] = [
  { kind: 'trigger', requires: 'OPERATOR', Icon: Play },
  { kind: 'pause', requires: 'OPERATOR', Icon: CirclePause },
  { kind: 'resume', requires: 'OPERATOR', Icon: CirclePlay },
  { kind: 'enable', requires: 'ADMIN', Icon: ToggleRight },
  { kind: 'disable', requires: 'ADMIN', Icon: ToggleLeft },
];

/** Actions on the selected schedules, or on all that match the filter. */
export function BulkActions({ ids, rows, matching, areAllShownSelected, onDone }: BulkActionsProps) {
  const [open, setOpen] = useState<BulkKind>();
  const [isAll, setAll] = useState(false);
  const everything = areAllShownSelected ? matching : undefined;
  const choice: Choice = isAll && everything ? { filter: everything.filter, all: true } : { ids };
  return (
    <>
      {everything && (
        <Button size="sm" variant="ghost" aria-pressed={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? t.allMatching(everything.count) : t.selectAll(everything.count)}
        </Button>
      )}
      {ACTIONS.map(({ kind, requires, Icon }) => (
        <Button key={kind} size="sm" requires={requires} icon={Icon} onClick={() => setOpen(kind)}>
          {t.kinds[kind].verb}…
        </Button>
      ))}
      {open && (
        <BulkDialog
          kind={open}
          choice={choice}
          rows={rows}
          onClose={() => setOpen(undefined)}
          onDone={onDone}
        />
      )}
    </>
  );
}

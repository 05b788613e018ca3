import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef } from 'react';
import { Time } from '../../components/facts/time.js';
import { ValueDiff } from '../../components/facts/value-diff.js';
import { LatestRows, ListFooter } from '../../components/lists/data-table-states.js';
import { NotLoaded } from '../../components/not-loaded.js';
import { EmptyState } from '../../components/states.js';
import type { LiveList } from '../../lib/graphql/use-live-list.js';
import { useShortcuts } from '../../lib/keys/shortcuts.js';
import { useUrlState } from '../../lib/url-state.js';
import { isUuid } from '../../lib/uuid.js';
import type { AuditRowFragment } from './audit.generated.js';
import { changesOf, deedWords, linkOf } from './audit-words.js';
import { texts } from './texts.js';

const t = texts.entries;

export interface AuditEntriesProps {
  list: LiveList<AuditRowFragment>;
  isFiltered?: boolean;
  /** All entries are of one object, which the page is about. Then they do not name it. */
  isOfOne?: boolean;
}

/** Audit entries, newest first, each with its changes. `j` and `k` move, Enter opens. */
export function AuditEntries({ list, isFiltered = false, isOfOne = false }: AuditEntriesProps) {
  const { rows, error, isLoading, isBehind, isStale, refetch } = list;
  const entries = useRef<HTMLOListElement>(null);

  function move(step: number): void {
    const all = [...(entries.current?.children ?? [])] as HTMLElement[];
    const at = all.findIndex((entry) => entry.contains(document.activeElement));
    all[at === -1 ? 0 : Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
  }
  useShortcuts([
    { keys: 'j', label: t.next, group: t.shortcuts, run: () => move(1) },
    { keys: 'k', label: t.previous, group: t.shortcuts, run: () => move(-1) },
  ]);

  if (rows.length === 0 && (isLoading || error)) return <NotLoaded what={t.what} query={list} />;
  if (rows.length === 0) {
    return isFiltered ? (
      <EmptyState title={t.noMatches} />
    ) : (
      <EmptyState title={t.empty}>{t.emptyHint}</EmptyState>
    );
  }
  return (
    <div className={isStale ? 'opacity-60' : undefined}>
      {isBehind && <LatestRows refetch={refetch} />}
      <ol ref={entries} aria-label={texts.title}>
        {rows.map((entry) => (
          <Entry key={entry.id} entry={entry} isOfOne={isOfOne} onMove={move} />
        ))}
      </ol>
      <ListFooter list={list} />
    </div>
  );
}

interface EntryProps {
  entry: AuditRowFragment;
  isOfOne: boolean;
  onMove: (step: number) => void;
}

function Entry({ entry, isOfOne, onMove }: EntryProps) {
  const { at, origin, address } = entry;
  const { action, entity } = deedWords(entry);
  const { before, after } = changesOf(entry);

  function onKeyDown(event: KeyboardEvent<HTMLLIElement>): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.target !== event.currentTarget) return;
    if (step !== undefined) onMove(step);
    else if (event.key === 'Enter') event.currentTarget.querySelector('details')?.toggleAttribute('open');
    else return;
    event.preventDefault();
  }

  return (
    <li
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="grid gap-x-6 gap-y-1 border-b px-4 py-2.5 -outline-offset-2 hover:bg-hover md:grid-cols-[minmax(0,1fr)_minmax(12rem,max-content)] md:px-6"
    >
      <div className="flex min-w-0 flex-col gap-1">
        <p className="min-w-0">
          <Actor entry={entry} isOfOne={isOfOne} /> <span className="text-muted">·</span>{' '}
          <span className="font-medium">{action}</span>{' '}
          {entity && <span className="text-muted">{entity} </span>}
          {entity !== undefined && !isOfOne && <Entity entry={entry} />}
        </p>
        <ValueDiff before={before} after={after} />
      </div>
      <p className="text-muted md:text-right">
        <Time at={at} />
        <span className="md:block">
          <span className="md:hidden"> · </span>
          {address ? t.originAndAddress(origin, address.replace(/^::ffff:/, '')) : texts.origins[origin]}
        </span>
      </p>
    </li>
  );
}

/** Choosing an actor shows all of its actions: on the audit page among those of its filters. */
function Actor({ entry, isOfOne }: Omit<EntryProps, 'onMove'>) {
  const [filters] = useUrlState();
  const { actorId, actorName, actorRole } = entry;
  if (actorId === null) return <span>{t.callboard}</span>;
  return (
    <>
      <Link
        to="/audit"
        search={{ ...(!isOfOne && filters), actor: actorId }}
        title={t.allByActor}
        className="hover:underline"
      >
        {actorName ?? actorId}
      </Link>
      {actorRole && <span className="text-muted"> ({actorRole.toLowerCase()})</span>}
    </>
  );
}

function Entity({ entry }: { entry: AuditRowFragment }) {
  const { entityId, before, after } = entry;
  const name = nameIn(after) ?? nameIn(before);
  const link = linkOf(entry);
  const shown = name ?? (isUuid(entityId) ? <ShortId id={entityId} /> : entityId);
  if (!link)
    return (
      <span title={entityId} className="break-words">
        {shown}
      </span>
    );
  return (
    <Link
      {...link}
      title={entityId}
      className="break-words underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {shown}
    </Link>
  );
}

/** The end of a generated ID. */
function ShortId({ id }: { id: string }) {
  return <span className="whitespace-nowrap">…{id.slice(-8)}</span>;
}

function nameIn(members: unknown): string | undefined {
  const name = (members as { name?: unknown } | null)?.name;
  return typeof name === 'string' ? name : undefined;
}

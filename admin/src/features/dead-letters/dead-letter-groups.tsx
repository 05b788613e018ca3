import { useState } from 'react';
import { Button } from '../../components/button.js';
import { Time } from '../../components/facts/time.js';
import { RotateCcw } from '../../icons/lucide.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { useUrlState } from '../../lib/url-state.js';
import { useDeadLetterEvents } from './dead-letter-events.js';
import {
  type DeadLetterFilter,
  DeadLetterGroupsDocument,
  type DeadLetterGroupsQuery,
} from './dead-letters.generated.js';

type Group = DeadLetterGroupsQuery['deadLetterGroups']['groups'][number];

const SHOWN = 5;
/** Grouping reads thousands of rows. */
const REFETCH_EVERY_MS = 3_000;

export interface DeadLetterGroupsProps {
  filter: DeadLetterFilter;
  onShow: (group: Group) => void;
  onReplay: (group: Group) => void;
}

/** `?code=…`: all with this code, whatever their messages are. */
function Code({ code }: { code: string }) {
  const [, change] = useUrlState();
  return (
    <button
      type="button"
      aria-label={`All with code ${code}`}
      onClick={() => change({ code })}
      className="mr-1.5 font-mono text-xs text-muted hover:underline"
    >
      {code}
    </button>
  );
}

/** `Daily Newsletter, Filings and 3 more schedules`. */
function originWords({ schedules, scheduleCount }: Group): string {
  if (scheduleCount === 0) return 'no schedule';
  const rest = scheduleCount - schedules.length;
  const names = schedules.map(({ name }) => name).join(', ');
  if (schedules.length === 0)
    return scheduleCount === 1 ? 'a deleted schedule' : `${scheduleCount} schedules`;
  return rest > 0 ? `${names} and ${rest} more` : names;
}

/** Dead letters grouped by agent and message, newest first. */
export function DeadLetterGroups({ filter, onShow, onReplay }: DeadLetterGroupsProps) {
  const [isAll, setAll] = useState(false);
  const { data } = useLiveQuery(DeadLetterGroupsDocument, {
    variables: { filter },
    refetchOn: useDeadLetterEvents(),
    refetchEveryMs: REFETCH_EVERY_MS,
  });
  const { groups, counted, complete } = data?.deadLetterGroups ?? { groups: [], counted: 0, complete: true };
  if (groups.length < 2) return null;
  return (
    <section aria-label="Grouped by error" className="border-b px-4 py-3 md:px-6">
      <h2 className="mb-1 text-xs font-medium text-muted">
        Grouped by error{!complete && ` (newest ${counted.toLocaleString('en')})`}
      </h2>
      <ul className="divide-y rounded-md border">
        {groups.slice(0, isAll ? undefined : SHOWN).map((group) => (
          <li
            key={`${group.agentId} ${group.code} ${group.message}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5"
          >
            <span className="min-w-6 shrink-0 text-right font-medium text-red tabular-nums">
              {group.count.toLocaleString('en')}
            </span>
            <div className="min-w-40 flex-1">
              <p className="truncate" title={group.message}>
                {group.code && <Code code={group.code} />}
                {group.message || 'no message'}
              </p>
              <p className="flex flex-wrap gap-x-1.5 text-xs text-muted">
                <span>{group.agent?.name ?? group.agentId}</span>
                <span aria-hidden="true">·</span>
                <span>{originWords(group)}</span>
                <span aria-hidden="true">·</span>
                {group.firstAt !== group.lastAt && <Time at={group.firstAt} prefix="first" />}
                <Time at={group.lastAt} prefix={group.count > 1 ? 'last' : ''} />
              </p>
            </div>
            <span className="flex shrink-0 gap-1">
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Show: ${group.message}`}
                onClick={() => onShow(group)}
              >
                Show
              </Button>
              <Button
                size="sm"
                requires="OPERATOR"
                aria-label={`Replay: ${group.message}`}
                icon={RotateCcw}
                onClick={() => onReplay(group)}
              >
                Replay…
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {groups.length > SHOWN && (
        <Button size="sm" variant="ghost" className="mt-1" onClick={() => setAll(!isAll)}>
          {isAll ? 'Show fewer' : `Show all ${groups.length}`}
        </Button>
      )}
    </section>
  );
}

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
import { texts } from './texts.js';

const t = texts.groups;

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
      aria-label={t.allWithCode(code)}
      onClick={() => change({ code })}
      className="mr-1.5 font-mono text-xs text-muted hover:underline"
    >
      {code}
    </button>
  );
}

/** `Daily Newsletter, Filings and 3 more schedules`. */
function originWords({ schedules, scheduleCount }: Group): string {
  if (scheduleCount === 0) return t.noSchedule;
  const rest = scheduleCount - schedules.length;
  const names = schedules.map(({ name }) => name).join(', ');
  if (schedules.length === 0) return t.deletedSchedules(scheduleCount);
  return rest > 0 ? t.andMore(names, rest) : names;
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
    <section aria-label={t.title} className="border-b px-4 py-3 md:px-6">
      <h2 className="mb-1 text-xs font-medium text-muted">{complete ? t.title : t.titleOfNewest(counted)}</h2>
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
                {group.message || texts.noMessage}
              </p>
              <p className="flex flex-wrap gap-x-1.5 text-xs text-muted">
                <span>{group.agent?.name ?? group.agentId}</span>
                <span aria-hidden="true">·</span>
                <span>{originWords(group)}</span>
                <span aria-hidden="true">·</span>
                {group.firstAt !== group.lastAt && (
                  <>
                    <Time at={group.firstAt} prefix={t.first} />
                    <span aria-hidden="true">·</span>
                  </>
                )}
                <Time at={group.lastAt} prefix={group.count > 1 ? t.last : ''} />
              </p>
            </div>
            <span className="flex shrink-0 gap-1">
              <Button
                size="sm"
                variant="ghost"
                aria-label={t.showGroup(group.message)}
                onClick={() => onShow(group)}
              >
                {t.show}
              </Button>
              <Button
                size="sm"
                requires="OPERATOR"
                aria-label={t.replayGroup(group.message)}
                icon={RotateCcw}
                onClick={() => onReplay(group)}
              >
                {texts.replay}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {groups.length > SHOWN && (
        <Button size="sm" variant="ghost" className="mt-1" onClick={() => setAll(!isAll)}>
          {isAll ? t.showFewer : t.showAll(groups.length)}
        </Button>
      )}
    </section>
  );
}

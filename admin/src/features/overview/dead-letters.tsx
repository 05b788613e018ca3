import { Link } from '@tanstack/react-router';
import { Time } from '../../components/facts/time.js';
import { TextLink } from '../../components/text-link.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { OverviewDeadLettersDocument } from './overview.generated.js';
import { PANEL_ROW, Panel, PanelList } from './panel.js';
import { texts } from './texts.js';

const t = texts.deadLetters;

/** Grouping reads thousands of rows. */
const REFETCH_EVERY_MS = 5_000;

/** Dead letters that have not been replayed, grouped. */
export function DeadLetters() {
  const { data } = useLiveQuery(OverviewDeadLettersDocument, {
    refetchOn: { execution: 'any' },
    refetchEveryMs: REFETCH_EVERY_MS,
  });
  const groups = data?.deadLetterGroups.groups;
  const count = data?.overview.deadLetters ?? 0;
  return (
    <Panel
      title={t.title}
      aside={
        count > 0 && (
          <TextLink to="/dead-letters" look="quiet">
            {t.all(count)}
          </TextLink>
        )
      }
    >
      <PanelList items={groups} empty={t.empty}>
        {({ agentId, agent, message, code, count: size, lastAt }) => (
          <li key={`${agentId} ${code} ${message}`} className={PANEL_ROW}>
            <span className="min-w-6 text-right font-medium text-red tabular-nums">
              {size.toLocaleString('en')}
            </span>
            <Link
              to="/dead-letters"
              search={{ agent: agentId, error: message }}
              className="line-clamp-2 min-w-0 flex-1 break-words hover:underline sm:line-clamp-1"
            >
              <span className="text-muted">{agent?.name ?? agentId}</span>{' '}
              <span title={message}>{message}</span>
            </Link>
            <span className="text-muted">
              <Time at={lastAt} />
            </span>
          </li>
        )}
      </PanelList>
    </Panel>
  );
}

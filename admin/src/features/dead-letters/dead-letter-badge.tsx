import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { useDeadLetterEvents } from './dead-letter-events.js';
import { DeadLetterCountDocument } from './dead-letters.generated.js';
import { texts } from './texts.js';

/** The number of dead letters. Empty if there are none. */
export function DeadLetterBadge() {
  const { data } = useLiveQuery(DeadLetterCountDocument, { refetchOn: useDeadLetterEvents() });
  const count = data?.overview.deadLetters ?? 0;
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-red-soft px-1.5 text-xs font-medium text-red">
      {texts.badge(count)}
    </span>
  );
}

import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { texts } from './texts.js';
import { WorkerAlertsDocument } from './workers.generated.js';

/** Whether no worker claims work. Empty if one does. */
export function WorkerBadge() {
  const { data } = useLiveQuery(WorkerAlertsDocument, { refetchOn: { worker: 'any' } });
  const [alert] = data?.system.alerts ?? [];
  if (!alert) return null;
  return (
    <span className="ml-auto rounded-full bg-red-soft px-1.5 text-xs font-medium text-red">
      {texts.badge[alert.kind]}
    </span>
  );
}

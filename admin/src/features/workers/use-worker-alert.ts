import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { WorkerAlertsDocument } from './worker-alert.generated.js';

/** Why no worker claims work. Undefined if one does. */
export function useWorkerAlert() {
  const { data } = useLiveQuery(WorkerAlertsDocument, { refetchOn: { worker: 'any' } });
  return data?.system.alerts[0];
}

import { texts } from './texts.js';
import { useWorkerAlert } from './use-worker-alert.js';

/** Whether no worker claims work. Empty if one does. */
export function WorkerBadge() {
  const alert = useWorkerAlert();
  if (!alert) return null;
  return (
    <span className="ml-auto rounded-full bg-red-soft px-1.5 text-xs font-medium text-red">
      {texts.badge[alert.kind]}
    </span>
  );
}

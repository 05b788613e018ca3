import { Time } from '../../../components/facts/time.js';
import { useClockText } from '../../../lib/text/time.js';
import { common } from '../texts/common.js';
import { dueState } from './schedule-state.js';

export interface NextTimeProps {
  at: string;
  zone: string | undefined;
  /** Whether a worker is expected to claim it at its time. */
  isClaimed?: boolean;
}

/** When the next run is due, in amber if no worker has claimed it in time. */
export function NextTime({ at, zone, isClaimed = true }: NextTimeProps) {
  const due = useClockText((now) => dueState(at, now));
  if (due === '') return <Time at={at} zone={zone} />;
  if (due === 'due' || !isClaimed) return common.dueNow;
  return (
    <span className="text-amber">
      <Time at={at} zone={zone} prefix={common.due} />
    </span>
  );
}

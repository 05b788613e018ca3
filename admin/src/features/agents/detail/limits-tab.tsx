import { Facts } from '../../../components/facts/facts.js';
import { Duration } from '../../../components/facts/time.js';
import { texts } from '../texts/configuration.js';
import type { AgentDetailFragment } from './agent-detail.generated.js';
import { EditLink } from './edit-link.js';

const t = texts.limits;

/** Limits of the rate and duration of calls, and requirements for workers. */
export function LimitsTab({ agent }: { agent: AgentDetailFragment }) {
  const {
    maxConcurrency,
    rateLimit,
    attemptTimeout,
    heartbeatTimeout,
    maxQueueTime,
    endpoint,
    runningJobs,
    throttledJobs,
  } = agent;
  const requirements = Object.entries((agent.requirements ?? {}) as Record<string, unknown>);
  return (
    <div className="flex max-w-3xl flex-col gap-4 p-4 md:p-6">
      <div className="flex items-baseline gap-3">
        <h2 className="font-semibold">{texts.common.limits}</h2>
        <EditLink agentId={agent.id} group="limits" />
      </div>
      <Facts
        facts={[
          {
            label: texts.common.concurrency,
            value: maxConcurrency === null ? t.unlimited : t.upTo(maxConcurrency),
            note: t.concurrencyNote(runningJobs),
          },
          {
            label: texts.common.rateLimit,
            value:
              rateLimit === null ? t.unlimited : t.rate(rateLimit.limit, <Duration ms={rateLimit.per} />),
            note: throttledJobs > 0 && t.waitingNow(throttledJobs),
          },
          { label: texts.common.responseTimeout, value: durationOf(endpoint?.timeout) },
          { label: texts.common.maxQueueTime, value: durationOf(maxQueueTime), note: t.queueNote },
          { label: texts.common.attemptTimeout, value: durationOf(attemptTimeout), note: t.attemptNote },
          {
            label: texts.common.heartbeatTimeout,
            value: heartbeatTimeout === null ? t.asAttempt : t.heartbeat(<Duration ms={heartbeatTimeout} />),
          },
          {
            label: texts.common.requirements,
            value:
              requirements.length === 0 ? (
                t.anyWorker
              ) : (
                <span className="flex flex-wrap gap-1">
                  {requirements.map(([name, value]) => (
                    <span key={name} className="rounded-sm bg-grey-soft px-1.5 font-mono text-xs">
                      {name}={String(value)}
                    </span>
                  ))}
                </span>
              ),
            note: requirements.length > 0 && t.seeWorkers,
          },
        ]}
      />
    </div>
  );
}

const durationOf = (ms: number | null | undefined) =>
  ms == null ? texts.common.default : <Duration ms={ms} />;

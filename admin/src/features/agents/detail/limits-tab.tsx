import { Link } from '@tanstack/react-router';
import { Facts } from '../../../components/facts/facts.js';
import { Duration } from '../../../components/facts/time.js';
import { counted } from '../../../lib/text/count-text.js';
import type { AgentDetailFragment } from './agent-detail.generated.js';
import { EditLink } from './edit-link.js';

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
        <h2 className="font-semibold">Limits</h2>
        <EditLink agentId={agent.id} group="limits" />
      </div>
      <Facts
        facts={[
          {
            label: 'Concurrency',
            value: maxConcurrency === null ? 'Unlimited' : `Up to ${maxConcurrency}`,
            note: `Across all workers, including accepted attempts. ${runningJobs.toLocaleString('en')} running now.`,
          },
          {
            label: 'Rate limit',
            value:
              rateLimit === null ? (
                'Unlimited'
              ) : (
                <>
                  Up to {rateLimit.limit.toLocaleString('en')} per <Duration ms={rateLimit.per} />
                </>
              ),
            note: throttledJobs > 0 && `${counted(throttledJobs, 'job is', 'jobs are')} waiting now.`,
          },
          {
            label: 'Response timeout',
            value: durationOf(endpoint?.timeout),
          },
          {
            label: 'Maximum queue time',
            value: durationOf(maxQueueTime),
            note: 'Measured from the job’s release. After that, the job fails.',
          },
          {
            label: 'Attempt timeout',
            value: durationOf(attemptTimeout),
            note: 'Measured from the first send until the outcome is known.',
          },
          {
            label: 'Heartbeat timeout',
            value:
              heartbeatTimeout === null ? (
                'As long as the attempt'
              ) : (
                <>
                  <Duration ms={heartbeatTimeout} /> without progress after the agent has accepted; then the
                  attempt fails
                </>
              ),
          },
          {
            label: 'Worker requirements',
            value:
              requirements.length === 0 ? (
                'None: any worker can call this agent'
              ) : (
                <span className="flex flex-wrap gap-1">
                  {requirements.map(([name, value]) => (
                    <span key={name} className="rounded-sm bg-grey-soft px-1.5 font-mono text-xs">
                      {name}={String(value)}
                    </span>
                  ))}
                </span>
              ),
            note: requirements.length > 0 && (
              <>
                See available workers:{' '}
                <Link to="/workers" className="underline underline-offset-3">
                  Workers
                </Link>
              </>
            ),
          },
        ]}
      />
    </div>
  );
}

const durationOf = (ms: number | null | undefined) => (ms == null ? 'Default' : <Duration ms={ms} />);

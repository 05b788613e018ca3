import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Facts } from '../../../components/facts/facts.js';
import { Duration } from '../../../components/facts/time.js';
import { counted } from '../../../lib/text/count-text.js';
import type { AgentDetailFragment } from './agent-detail.generated.js';
import { EditLink } from './edit-link.js';

const BY_SETTINGS = 'Default';

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
            value: (
              <>
                {maxConcurrency === null ? 'Unlimited' : `Up to ${maxConcurrency}`}
                <Remark>
                  Across all workers, including accepted attempts. {runningJobs.toLocaleString('en')} running
                  now.
                </Remark>
              </>
            ),
          },
          {
            label: 'Rate limit',
            value: (
              <>
                {rateLimit === null ? (
                  'Unlimited'
                ) : (
                  <>
                    Up to {rateLimit.limit.toLocaleString('en')} per <Duration ms={rateLimit.per} />
                  </>
                )}
                {throttledJobs > 0 && (
                  <Remark>{counted(throttledJobs, 'job is', 'jobs are')} waiting now.</Remark>
                )}
              </>
            ),
          },
          {
            label: 'Response timeout',
            value: endpoint?.timeout != null ? <Duration ms={endpoint.timeout} /> : BY_SETTINGS,
          },
          {
            label: 'Maximum queue time',
            value: (
              <>
                {maxQueueTime === null ? BY_SETTINGS : <Duration ms={maxQueueTime} />}
                <Remark>Measured from the job’s release. After that, the job fails.</Remark>
              </>
            ),
          },
          {
            label: 'Attempt timeout',
            value: (
              <>
                {attemptTimeout === null ? BY_SETTINGS : <Duration ms={attemptTimeout} />}
                <Remark>Measured from the first send until the outcome is known.</Remark>
              </>
            ),
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
                <>
                  <span className="flex flex-wrap gap-1">
                    {requirements.map(([name, value]) => (
                      <span key={name} className="rounded-sm bg-grey-soft px-1.5 font-mono text-xs">
                        {name}={String(value)}
                      </span>
                    ))}
                  </span>
                  <Remark>
                    See available workers:{' '}
                    <Link to="/workers" className="underline underline-offset-3">
                      Workers
                    </Link>
                  </Remark>
                </>
              ),
          },
        ]}
      />
    </div>
  );
}

function Remark({ children }: { children: ReactNode }) {
  return <span className="block text-xs text-muted">{children}</span>;
}

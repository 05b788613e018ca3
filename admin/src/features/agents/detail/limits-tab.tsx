import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Facts } from '../../../components/facts.js';
import { Duration } from '../../../components/time.js';
import type { AgentDetailFragment } from './agent-detail.generated.js';
import { EditLink } from './edit-link.js';

const BY_SETTINGS = 'As the settings say';

/** How often it may be called, how long it may take, and which workers may call it. */
export function LimitsTab({ agent }: { agent: AgentDetailFragment }) {
  const {
    maxConcurrency,
    rateLimit,
    attemptTimeout,
    heartbeatTimeout,
    maxQueueTime,
    endpoint,
    runningJobs,
    parkedJobs,
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
            label: 'At once',
            value: (
              <>
                {maxConcurrency === null ? 'As many as come' : `At most ${maxConcurrency}`}
                <Remark>
                  Over all workers, accepted ones included. Now {runningJobs.toLocaleString('en')}.
                </Remark>
              </>
            ),
          },
          {
            label: 'Rate',
            value: (
              <>
                {rateLimit === null ? (
                  'As often as wanted'
                ) : (
                  <>
                    At most {rateLimit.limit.toLocaleString('en')} in any <Duration ms={rateLimit.per} />
                  </>
                )}
                {parkedJobs > 0 && <Remark>{parkedJobs.toLocaleString('en')} jobs wait for it now.</Remark>}
              </>
            ),
          },
          {
            label: 'Answer within',
            value: endpoint?.timeout != null ? <Duration ms={endpoint.timeout} /> : BY_SETTINGS,
          },
          {
            label: 'Wait in queue at most',
            value: (
              <>
                {maxQueueTime === null ? BY_SETTINGS : <Duration ms={maxQueueTime} />}
                <Remark>After a job’s release; then it fails.</Remark>
              </>
            ),
          },
          {
            label: 'Attempt within',
            value: (
              <>
                {attemptTimeout === null ? BY_SETTINGS : <Duration ms={attemptTimeout} />}
                <Remark>From the first send until its end is known.</Remark>
              </>
            ),
          },
          {
            label: 'Silence',
            value:
              heartbeatTimeout === null ? (
                'May last as long as the attempt'
              ) : (
                <>
                  At most <Duration ms={heartbeatTimeout} /> after it has accepted; then the attempt counts as
                  lost
                </>
              ),
          },
          {
            label: 'Asks of a worker',
            value:
              requirements.length === 0 ? (
                'Nothing: any worker may call it'
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
                    Which workers there are:{' '}
                    <Link to={'/workers' as never} className="underline underline-offset-3">
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

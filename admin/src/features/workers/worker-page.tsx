import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Callout } from '../../components/callout.js';
import { ConfirmDialog } from '../../components/dialog.js';
import { ActionButton, type EntityAction, useEntityActions } from '../../components/entity-actions.js';
import { Facts } from '../../components/facts/facts.js';
import { ShortId } from '../../components/facts/short-id.js';
import { Time } from '../../components/facts/time.js';
import { NoObject } from '../../components/no-object.js';
import { PageHeader } from '../../components/page-header.js';
import { Section } from '../../components/section.js';
import { reportDone, reportResult } from '../../components/toast.js';
import { Droplets, Play } from '../../icons/lucide.js';
import { useAction } from '../../lib/graphql/use-action.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { ActiveJobs } from './active-jobs.js';
import { SnapshotCharts } from './snapshot-charts.js';
import { Capabilities, stateOf, WorkerBadge } from './worker-status.js';
import {
  WorkerDetailDocument,
  WorkerDrainDocument,
  type WorkerRowFragment,
  WorkerUndrainDocument,
} from './workers.generated.js';

const WORKERS = { label: 'Workers', to: '/workers' } as const;

/** `/workers/:id`: the machine and the active jobs of a worker. */
export function WorkerPage() {
  const { workerId = '' } = useParams({ strict: false });
  const query = useLiveQuery(WorkerDetailDocument, {
    variables: { id: workerId },
    refetchOn: { worker: ({ id, isGone }) => id === workerId && isGone },
  });
  const worker = query.data?.worker;
  if (!worker) {
    return (
      <NoObject kind="Worker" parent={WORKERS} query={query}>
        Stopped workers are removed after some time.
      </NoObject>
    );
  }
  return (
    <>
      <WorkerHeader worker={worker} />
      <Notice worker={worker} />
      <div className="grid gap-x-10 gap-y-8 p-4 md:p-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <SnapshotCharts worker={worker} />
          {worker.state !== 'DEAD' && <ActiveJobs worker={worker} />}
        </div>
        <Section title="Process">
          <WorkerFacts worker={worker} />
        </Section>
      </div>
    </>
  );
}

function WorkerHeader({ worker }: { worker: WorkerRowFragment }) {
  const [isAsking, setAsking] = useState(false);
  const { drain, undrain, isBusy } = useDrain(worker);
  const { id, host, pid, draining, activeJobs } = worker;
  const isDead = worker.state === 'DEAD';
  const toggle: EntityAction = {
    label: draining ? 'Resume' : 'Drain…',
    requires: 'OPERATOR',
    icon: draining ? Play : Droplets,
    disabledReason: isDead ? 'The worker is not running.' : undefined,
    isBusy,
    run: () => (draining ? void undrain() : setAsking(true)),
  };
  useEntityActions('Worker', [toggle]);
  return (
    <PageHeader
      title={`${host} · ${pid}`}
      parent={WORKERS}
      aside={
        <>
          <WorkerBadge worker={worker} />
          <ShortId id={id} label="worker id" />
        </>
      }
      actions={<ActionButton action={toggle} />}
    >
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Drain ${host} · ${pid}?`}
        confirmLabel="Drain"
        onConfirm={drain}
      >
        <p>
          The worker stops claiming schedules, expansions and jobs.{' '}
          {activeJobs === 0
            ? 'It has no active jobs.'
            : `It finishes its ${activeJobs === 1 ? 'active attempt' : `${activeJobs} active attempts`}.`}
        </p>
        <p className="mt-2">
          Other workers take over the waiting work. If there are none, the work waits. The worker stays
          drained until you resume it or its process ends.
        </p>
      </ConfirmDialog>
    </PageHeader>
  );
}

function Notice({ worker }: { worker: WorkerRowFragment }) {
  if (worker.state !== 'DEAD' && !worker.draining) return null;
  const { words } = stateOf(worker);
  return (
    <div className="px-4 pt-3 md:px-6">
      <Callout kind={worker.state === 'DEAD' ? 'info' : 'warning'}>{words}</Callout>
    </div>
  );
}

function WorkerFacts({ worker }: { worker: WorkerRowFragment }) {
  const {
    host,
    pid,
    version,
    capabilities,
    activeJobs,
    concurrency,
    epoch,
    startedAt,
    heartbeatAt,
    stoppedAt,
  } = worker;
  const isDead = worker.state === 'DEAD';
  return (
    <Facts
      facts={[
        { label: 'Host', value: host },
        { label: 'Process', value: pid },
        { label: 'Version', value: <span className="font-mono text-xs">{version}</span> },
        { label: 'Capabilities', value: <Capabilities capabilities={capabilities} /> },
        { label: 'Active jobs', value: isDead ? undefined : `${activeJobs} of up to ${concurrency}` },
        {
          label: 'Lease',
          value: (
            <>
              {isDead ? 'Expired' : 'Held'}, epoch {epoch}
              <span className="block text-xs text-muted">
                {isDead ? 'Until' : 'At least until'} <Time at={worker.leaseExpiresAt} show="absolute" />
              </span>
            </>
          ),
        },
        { label: 'Heartbeat', value: <Time at={heartbeatAt} /> },
        { label: 'Started', value: <Time at={startedAt} /> },
        { label: 'Stopped', value: stoppedAt ? <Time at={stoppedAt} /> : undefined },
      ]}
    />
  );
}

interface Drain {
  /** Returns the message of a refusal. */
  drain: () => Promise<{ message: string } | undefined>;
  undrain: () => Promise<void>;
  isBusy: boolean;
}

function useDrain({ id, activeJobs }: Pick<WorkerRowFragment, 'id' | 'activeJobs'>): Drain {
  const [drain, isDraining] = useAction(WorkerDrainDocument, (data) => data.drainWorker);
  const [undrain, isUndraining] = useAction(WorkerUndrainDocument, (data) => data.undrainWorker);
  return {
    isBusy: isDraining || isUndraining,
    async drain() {
      const done = activeJobs > 0 ? 'Draining: the worker finishes its active jobs' : 'Worker drained';
      return reportDone(await drain({ id }), done);
    },
    async undrain() {
      reportResult(await undrain({ id }), 'Worker resumed');
    },
  };
}

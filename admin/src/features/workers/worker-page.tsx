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
import { texts } from './texts.js';
import { Capabilities, stateOf, WorkerBadge } from './worker-status.js';
import {
  WorkerDetailDocument,
  WorkerDrainDocument,
  type WorkerRowFragment,
  WorkerUndrainDocument,
} from './workers.generated.js';

const t = texts.detail;

const WORKERS = { label: texts.common.workers, to: '/workers' } as const;

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
      <NoObject kind={texts.common.worker} parent={WORKERS} query={query}>
        {t.removed}
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
        <Section title={t.process}>
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
    label: draining ? texts.drain.resume : texts.drain.drain,
    requires: 'OPERATOR',
    icon: draining ? Play : Droplets,
    disabledReason: isDead ? texts.drain.notRunning : undefined,
    isBusy,
    run: () => (draining ? void undrain() : setAsking(true)),
  };
  useEntityActions(texts.common.worker, [toggle]);
  return (
    <PageHeader
      title={`${host} · ${pid}`}
      parent={WORKERS}
      aside={
        <>
          <WorkerBadge worker={worker} />
          <ShortId id={id} label={t.id} />
        </>
      }
      actions={<ActionButton action={toggle} />}
    >
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={texts.drain.title(`${host} · ${pid}`)}
        confirmLabel={texts.drain.confirm}
        onConfirm={drain}
      >
        <p>{texts.drain.effect(activeJobs)}</p>
        <p className="mt-2">{texts.drain.others}</p>
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
        { label: t.host, value: host },
        { label: t.process, value: pid },
        { label: texts.common.version, value: <span className="font-mono text-xs">{version}</span> },
        { label: texts.common.capabilities, value: <Capabilities capabilities={capabilities} /> },
        {
          label: texts.common.activeJobs,
          value: isDead ? undefined : t.activeJobsOf(activeJobs, concurrency),
        },
        {
          label: texts.common.lease,
          value: (
            <>
              {t.leaseEpoch(isDead ? texts.common.leaseExpired : texts.common.leaseHeld, epoch)}
              <span className="block text-xs text-muted">
                {(isDead ? t.leaseWasUntil : t.leaseIsUntil)(
                  <Time at={worker.leaseExpiresAt} show="absolute" />,
                )}
              </span>
            </>
          ),
        },
        { label: texts.common.heartbeat, value: <Time at={heartbeatAt} /> },
        { label: texts.common.started, value: <Time at={startedAt} /> },
        { label: t.stopped, value: stoppedAt ? <Time at={stoppedAt} /> : undefined },
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
      return reportDone(await drain({ id }), activeJobs > 0 ? texts.drain.draining : texts.drain.drained);
    },
    async undrain() {
      reportResult(await undrain({ id }), texts.drain.resumed);
    },
  };
}

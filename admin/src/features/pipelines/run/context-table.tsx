import { None } from '../../../components/facts/none.js';
import { ShortId } from '../../../components/facts/short-id.js';
import { StatusShape, StatusText, statusOf, statusWord } from '../../../components/facts/status-badge.js';
import { Duration, Elapsed } from '../../../components/facts/time.js';
import { type Column, DataTable } from '../../../components/lists/data-table.js';
import { cn } from '../../../lib/class-names.js';
import { useLiveList } from '../../../lib/graphql/use-live-list.js';
import { choiceOf, useUrlState } from '../../../lib/url-state.js';
import { jobReason } from '../../jobs/job-words.js';
import type { GraphStep } from '../graph/graph-step.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/run.js';
import { contextName, type ShownGraph, STEP_STATUSES } from './graph-steps.js';
import {
  type PipelineRunContextFragment as Context,
  PipelineRunContextsDocument,
  type PipelineRunStepFragment as Step,
} from './pipeline-run.generated.js';

const t = texts.contexts;

/** All states, if `in` is not set. */
const ALL = STEP_STATUSES.map(({ value }) => value);

/** The contexts of a run, or those in which a step has the selected states. */
export function ContextTable({ graph, step }: { graph: ShownGraph; step: GraphStep | undefined }) {
  const [{ in: wanted }, change] = useUrlState();
  const { executionId } = graph;
  const status = step && choiceOf(wanted, ALL);
  const list = useLiveList(PipelineRunContextsDocument, {
    variables: { id: executionId, filter: step && status ? { stepId: step.stepId, status: [status] } : null },
    connection: (data) =>
      data.scheduleExecution?.contexts ?? { edges: [], pageInfo: { endCursor: null, hasNextPage: false } },
    // Steps are patched. The state of each context, and whether it matches the filter, is read again.
    refetchOn: { execution: ({ id }) => id === executionId, job: 'any' },
  });
  return (
    <section aria-label={step ? t.titleAtStep(step.stepId) : t.title}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-2 md:px-6">
        <h2 className="font-semibold">{step ? step.stepId : t.all}</h2>
        {step ? (
          <StatusFilter step={step} chosen={status} onChoose={(value) => change({ in: value }, 'replace')} />
        ) : (
          <p className="text-muted">{t.selectStep}</p>
        )}
      </div>
      <DataTable
        label={t.title}
        list={list}
        columns={columnsOf(graph, step)}
        rowLabel={({ params, contextId }) => contextName(params, graph.params) ?? contextId}
        onOpen={({ contextId }) => change({ context: contextId })}
        empty={
          status
            ? { title: t.noneWithStatus(statusWord(statusOf(status)).toLowerCase()) }
            : { title: t.empty, children: t.emptyHint }
        }
      />
    </section>
  );
}

interface StatusFilterProps {
  step: GraphStep;
  chosen: string | undefined;
  onChoose: (value: string | undefined) => void;
}

function StatusFilter({ step: { stepId, counts = [] }, chosen, onChoose }: StatusFilterProps) {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const options = [
    { value: undefined, status: undefined, count: total },
    ...STEP_STATUSES.map(({ value, status }) => ({
      value,
      status,
      count: counts.find((each) => each.status === status)?.count ?? 0,
    })).filter(({ value, count }) => count > 0 || value === chosen),
  ];
  return (
    <div role="group" aria-label={t.statusOf(stepId)} className="flex flex-wrap gap-1">
      {options.map(({ value, status, count }) => (
        <button
          key={value ?? 'all'}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={cn(
            'inline-flex h-6 items-center gap-1.5 rounded-full border px-2 text-xs',
            value === chosen ? 'border-accent bg-accent-soft' : 'text-muted hover:bg-hover',
          )}
        >
          {status && <StatusShape status={status} />}
          {status ? statusWord(status) : t.anyStatus} {count.toLocaleString('en')}
        </button>
      ))}
    </div>
  );
}

function columnsOf(graph: ShownGraph, step: GraphStep | undefined): Column<Context>[] {
  const context: Column<Context> = {
    header: t.context,
    width: 'minmax(8rem,1.4fr)',
    cell: ({ params, contextId }) => contextName(params, graph.params) ?? `…${contextId.slice(-8)}`,
  };
  const status: Column<Context> = {
    header: common.status,
    width: '7.5rem',
    cell: ({ status: run }) => (
      <StatusText status={statusOf(run)} label={run === 'SUCCEEDED' ? common.succeeded : undefined} />
    ),
  };
  const strip: Column<Context> = {
    header: common.steps,
    width: 'minmax(6rem,1fr)',
    cell: ({ steps }) => <StepStrip steps={steps} chosen={step?.stepId} />,
  };
  const id: Column<Context> = {
    header: t.id,
    width: '6.5rem',
    from: 'lg',
    cell: ({ contextId }) => <ShortId id={contextId} label={t.contextId} />,
  };
  if (!step) return [context, status, strip, id];
  const at = ({ steps }: Context) => steps.find(({ pipelineStepId }) => pipelineStepId === step.stepId);
  return [
    context,
    { header: step.stepId, width: 'minmax(8rem,1.2fr)', cell: (row) => <StepState step={at(row)} /> },
    { header: common.duration, width: '5.5rem', align: 'right', cell: (row) => <StepTook step={at(row)} /> },
    strip,
    status,
    id,
  ];
}

/** The steps of one context in order, each as a shape. */
function StepStrip({ steps, chosen }: { steps: readonly Step[]; chosen: string | undefined }) {
  const words = steps.map(
    ({ pipelineStepId, status }) => `${pipelineStepId} ${statusWord(statusOf(status)).toLowerCase()}`,
  );
  return (
    <span
      role="img"
      aria-label={words.join(', ')}
      title={words.join('\n')}
      className="inline-flex items-center gap-1.5 align-middle"
    >
      {steps.map(({ id, status, pipelineStepId }) => (
        <span key={id} className={cn('rounded-sm p-0.5', pipelineStepId === chosen && 'bg-accent-soft')}>
          <StatusShape status={statusOf(status)} />
        </span>
      ))}
    </span>
  );
}

export function StepState({ step }: { step: Step | undefined }) {
  if (!step) return <None />;
  const { status, reason, turn, retryCount } = step;
  const more = [
    reason && jobReason(reason),
    turn > 0 && t.turn(turn + 1),
    retryCount > 0 && t.attempt(retryCount + 1),
  ].filter(Boolean);
  return (
    <>
      <StatusText status={statusOf(status)} />
      {more.length > 0 && <span className="text-muted"> · {more.join(' · ')}</span>}
    </>
  );
}

/** The duration of a step, or the time since it started. */
export function StepTook({ step }: { step: Step | undefined }) {
  if (step?.status === 'RUNNING' && step.startedAt) return <Elapsed since={step.startedAt} />;
  return <Duration ms={step?.durationMs ?? null} />;
}

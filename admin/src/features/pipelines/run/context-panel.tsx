import { useState } from 'react';
import { ConfirmButton } from '../../../components/confirm-button.js';
import { SidePanel } from '../../../components/dialog.js';
import { ShortId } from '../../../components/facts/short-id.js';
import { StatusBadge, statusOf } from '../../../components/facts/status-badge.js';
import { NotLoaded } from '../../../components/not-loaded.js';
import { EmptyState } from '../../../components/states.js';
import { reportDone } from '../../../components/toast.js';
import { ChevronRight } from '../../../icons/lucide.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/run.js';
import { StepState, StepTook } from './context-table.js';
import { contextName, type ShownGraph, stepsFrom } from './graph-steps.js';
import {
  type PipelineRunContextFragment as Context,
  PipelineRunCancelContextDocument,
  PipelineRunOneContextDocument,
  PipelineRunRerunDocument,
  type PipelineRunStepFragment as Step,
} from './pipeline-run.generated.js';
import { StepDetail } from './step-detail.js';

export interface ContextPanelProps {
  graph: ShownGraph;
  /** Undefined if the panel is closed. */
  contextId: string | undefined;
  onClose: () => void;
}

/** One context of a run: its steps in order, with params and results. */
export function ContextPanel({ graph, contextId, onClose }: ContextPanelProps) {
  const { executionId, params } = graph;
  const query = useLiveQuery(PipelineRunOneContextDocument, {
    variables: { id: executionId, contextId: contextId ?? '' },
    pause: contextId === undefined,
    refetchOn: { execution: ({ id }) => id === executionId, job: 'any' },
  });
  const context = contextId === undefined ? undefined : (query.data?.scheduleExecution?.context ?? undefined);
  const name = context && contextName(context.params, params);
  return (
    <SidePanel
      isOpen={contextId !== undefined}
      onClose={onClose}
      title={name ? texts.context.title(name) : texts.contexts.context}
      footer={context && <CancelContext graph={graph} context={context} />}
    >
      {context ? (
        <Shown key={context.contextId} graph={graph} context={context} />
      ) : query.isLoading || query.error ? (
        <NotLoaded what={texts.context.what} query={query} />
      ) : (
        <EmptyState title={texts.context.notFound}>{texts.context.notFoundHint}</EmptyState>
      )}
    </SidePanel>
  );
}

function Shown({ graph, context }: { graph: ShownGraph; context: Context }) {
  const { contextId, status, steps } = context;
  const first = steps.find((step) => ['FAILED', 'DEAD_LETTER', 'RUNNING'].includes(step.status));
  const [open, setOpen] = useState(first?.pipelineStepId);
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3">
        <StatusBadge
          status={statusOf(status)}
          label={status === 'SUCCEEDED' ? common.succeeded : undefined}
        />
        <ShortId id={contextId} label={texts.contexts.contextId} />
      </p>
      <ol className="flex flex-col rounded-md border">
        {steps.map((step, index) => {
          const stepId = step.pipelineStepId ?? '';
          const isOpen = open === stepId;
          return (
            <li key={stepId} className="border-b last:border-b-0">
              <button
                type="button"
                aria-expanded={isOpen}
                onClick={() => setOpen(isOpen ? undefined : stepId)}
                className="flex min-h-9 w-full items-center gap-2 px-3 text-left -outline-offset-2 hover:bg-hover"
              >
                <ChevronRight
                  aria-hidden="true"
                  className={`size-3.5 shrink-0 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
                />
                <span className="text-xs text-muted">{index + 1}</span>
                <span className="min-w-0 flex-1 truncate font-medium">{stepId}</span>
                <span className="truncate">
                  <StepState step={step} />
                </span>
                <span className="w-16 shrink-0 text-right">
                  <StepTook step={step} />
                </span>
              </button>
              {isOpen && (
                <div className="border-t bg-canvas px-3 py-3">
                  <StepDetail
                    jobId={step.id}
                    actions={<Rerun graph={graph} context={context} step={step} />}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

const hasEnded = ({ status }: { status: string }) => !['PENDING', 'RUNNING'].includes(status);

function Rerun({ graph, context, step }: { graph: ShownGraph; context: Context; step: Step }) {
  const t = texts.rerun;
  const [rerun] = useAction(PipelineRunRerunDocument, (data) => data.rerunFrom);
  const stepId = step.pipelineStepId ?? '';
  const again = stepsFrom(graph.steps, stepId);
  const isActive = context.steps.some(
    (each) => again.includes(each.pipelineStepId ?? '') && each.status === 'RUNNING',
  );
  const reason = !hasEnded(step) ? t.notEnded : isActive ? t.laterIsRunning : undefined;
  return (
    <ConfirmButton
      label={t.label}
      size="sm"
      requires="OPERATOR"
      disabledReason={reason}
      title={t.title(stepId)}
      confirmLabel={t.confirm(again.length)}
      onConfirm={async () =>
        reportDone(
          await rerun({ id: graph.executionId, contextId: context.contextId, stepId }),
          t.started(stepId),
        )
      }
    >
      {t.consequence(again)}
    </ConfirmButton>
  );
}

function CancelContext({ graph, context }: { graph: ShownGraph; context: Context }) {
  const t = texts.cancel;
  const [cancel] = useAction(PipelineRunCancelContextDocument, (data) => data.cancelContext);
  const open = context.steps.filter((step) => !hasEnded(step));
  const running = open.filter(({ status }) => status === 'RUNNING').length;
  return (
    <ConfirmButton
      label={t.label}
      variant="danger"
      requires="OPERATOR"
      disabledReason={open.length === 0 ? t.allEnded : undefined}
      title={t.title}
      confirmLabel={t.confirm(open.length)}
      dismissLabel={t.dismiss}
      isDanger
      onConfirm={async () =>
        reportDone(await cancel({ id: graph.executionId, contextId: context.contextId }), t.cancelled)
      }
    >
      {t.consequence(running)}
    </ConfirmButton>
  );
}

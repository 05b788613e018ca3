import type { ReactNode } from 'react';
import { counted } from '../../../lib/text/count-text.js';

/** Texts of the graph and the contexts of a run. */
export const texts = {
  graph: {
    what: 'the graph',
    empty: 'No graph',
    emptyHint: 'This run called a single agent, or its slot was skipped. Only pipelines have steps.',
    steps: 'Steps of the run',
  },
  contexts: {
    title: 'Contexts',
    titleAtStep: (stepId: string) => `Contexts at ${stepId}`,
    all: 'All contexts',
    selectStep: 'Select a step to see the status of its contexts.',
    noneWithStatus: (status: string) => `No contexts with status “${status}” at this step`,
    empty: 'No contexts yet',
    emptyHint:
      'After the data sources are expanded, there is one context for each combination of their values.',
    statusOf: (stepId: string) => `Status of ${stepId}`,
    anyStatus: 'All',
    context: 'Context',
    id: 'ID',
    contextId: 'context ID',
    turn: (turn: number) => `turn ${turn}`,
    attempt: (attempt: number) => `attempt ${attempt}`,
  },
  context: {
    title: (name: string) => `Context ${name}`,
    what: 'the context',
    notFound: 'Context not found',
    notFoundHint: 'The address may be wrong, or the history of this context has been deleted.',
  },
  rerun: {
    label: 'Rerun from here…',
    title: (stepId: string) => `Rerun from ${stepId}?`,
    confirm: (steps: number) => `Rerun ${counted(steps, 'step')}`,
    consequence: (steps: readonly string[]) => (
      <>
        Calls the {steps.length === 1 ? 'agent of this step' : 'agents of these steps'} again, in this context
        only: <strong className="font-semibold">{steps.join(', ')}</strong>. Earlier results are kept.
      </>
    ),
    started: (stepId: string) => `Rerunning from ${stepId}`,
    notEnded: 'The step has not ended yet.',
    laterIsRunning: 'A later step is running. Wait for it, or cancel the context.',
  },
  cancel: {
    label: 'Cancel context…',
    title: 'Cancel this context?',
    confirm: (steps: number) => `Cancel ${counted(steps, 'step')}`,
    dismiss: 'Back',
    consequence: (running: number) =>
      `${running > 0 ? `Interrupts ${counted(running, 'running step')}. ` : ''}Queued steps will not start. Other contexts of the run continue.`,
    cancelled: 'Context cancelled',
    allEnded: 'All steps of this context have ended.',
  },
  step: {
    what: 'the step',
    calls: (agent: ReactNode) => <>calls {agent}</>,
    viewJob: 'View job',
    notRetryable: 'not retryable',
    upstream: 'Upstream',
    result: 'Result',
    attempts: 'Attempts',
    attemptCount: (count: number) => counted(count, 'attempt'),
    http: (status: number) => `HTTP ${status}`,
  },
} as const;

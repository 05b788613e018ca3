import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../components/button.js';
import { CodeBlock } from '../../../components/code/code-block.js';
import { type JsonCompletion, parseJsonText } from '../../../components/code/json-editor.js';
import { Dialog } from '../../../components/dialog.js';
import { StatusBadge } from '../../../components/facts/status-badge.js';
import { JsonField } from '../../../components/forms/fields.js';
import { FormContext } from '../../../components/forms/form-context.js';
import { toast } from '../../../components/toast.js';
import { cn } from '../../../lib/class-names.js';
import type { Success } from '../../../lib/graphql/use-action.js';
import { type ActionError, useAction } from '../../../lib/graphql/use-action.js';
import { linkTo } from '../../../lib/link-to.js';
import { formatDuration } from '../../../lib/text/time.js';
import { useRunOptions } from '../../schedules/detail/run-options.js';
import {
  type AgentDetailFragment,
  AgentRunDocument,
  AgentTestCallDocument,
  type AgentTestCallMutation,
} from './agent-detail.generated.js';
import { exampleOf, fieldNames, readSchema } from './schema-fields.js';
import { SchemaTree } from './schema-tree.js';

type TestCall = Success<AgentTestCallMutation['sendTestCall']>;

export interface CallDialogProps {
  /** `test`: the result is shown here and not recorded. `run`: a normal run. */
  kind: 'test' | 'run';
  isOpen: boolean;
  onClose: () => void;
  agent: AgentDetailFragment;
}

const WORDS = {
  test: {
    title: (name: string) => `Send test call to ${name}`,
    about:
      'Calls the agent once, with all its effects. The call is not recorded, and the agent cannot report on it later.',
    button: 'Send',
  },
  run: {
    title: (name: string) => `Run ${name} now`,
    about: 'Starts a run with one job, or one job for each value of the data sources in the params.',
    button: 'Run',
  },
} as const;

export function CallDialog({ kind, isOpen, onClose, agent }: CallDialogProps) {
  const { title, about } = WORDS[kind];
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title(agent.name)}
      description={about}
      size={kind === 'test' ? 'lg' : 'md'}
    >
      <Call kind={kind} agent={agent} onClose={onClose} />
    </Dialog>
  );
}

/** Mounted while the dialog is open, so that it starts with an empty state each time. */
function Call({ kind, agent, onClose }: Pick<CallDialogProps, 'kind' | 'agent' | 'onClose'>) {
  const { id, inputSchema } = agent;
  const navigate = useNavigate();
  const [text, setText] = useState(() => JSON.stringify(exampleOf(inputSchema), null, 2));
  const [error, setError] = useState<ActionError>();
  const [result, setResult] = useState<TestCall>();
  const [send, isSending] = useAction(AgentTestCallDocument, (data) => data.sendTestCall);
  const [start, isStarting] = useAction(AgentRunDocument, (data) => data.triggerAgent);
  const parsed = parseJsonText(text);
  const options = useRunOptions(text);

  async function call(): Promise<void> {
    if (parsed.kind === 'error') return;
    setError(undefined);
    setResult(undefined);
    const params = parsed.value ?? {};
    if (kind === 'run') {
      const started = await start({ agentId: id, params, ...options.variables });
      if (started.kind === 'error') return setError(started.error);
      const executionId = started.value.id;
      onClose();
      toast({
        kind: 'success',
        title: options.isLater ? `Scheduled a run of ${agent.name}` : `Started a run of ${agent.name}`,
        action: { label: 'View run', run: () => void navigate(linkTo.run(executionId)) },
      });
      return;
    }
    const answered = await send({ agentId: id, params });
    if (answered.kind === 'error') setError(answered.error);
    else setResult(answered.value);
  }

  const isBusy = isSending || isStarting;
  const hasSchema = inputSchema !== null && inputSchema !== undefined;
  return (
    <FormContext value={{ issues: error?.issues ?? [] }}>
      <div className={cn('grid gap-5', kind === 'test' && 'md:grid-cols-2')}>
        <div className="flex min-w-0 flex-col gap-3">
          <JsonField
            label="Params"
            path="params"
            hint={hasSchema ? undefined : 'This agent has no input schema. Any JSON object is accepted.'}
            value={text}
            onValue={setText}
            lines={8}
            complete={completionOf(inputSchema)}
          />
          {kind === 'run' && options.fields}
          {hasSchema && (
            <details>
              <summary className="text-muted hover:text-ink">Accepted fields</summary>
              <div className="mt-2">
                <SchemaTree schema={inputSchema} label="Input fields" />
              </div>
            </details>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          {kind === 'test' && <p className="font-medium">Response</p>}
          <div aria-live="polite" className="flex flex-col gap-3">
            {error && <Refused error={error} />}
            {result && <Answer result={result} />}
            {isSending && <p className="text-muted">Waiting for the response, up to 25 seconds…</p>}
            {kind === 'test' && !error && !result && !isBusy && (
              <p className="text-muted">No call sent yet.</p>
            )}
          </div>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-2 border-t pt-3">
        <Button onClick={onClose}>{kind === 'test' ? 'Close' : 'Cancel'}</Button>
        <Button
          variant="primary"
          isBusy={isBusy}
          disabledReason={
            parsed.kind === 'error' ? parsed.message : kind === 'run' ? options.problem : undefined
          }
          onClick={() => void call()}
        >
          {result ? 'Send again' : WORDS[kind].button}
        </Button>
      </div>
    </FormContext>
  );
}

/** Issues of the params are shown at their field. */
function Refused({ error }: { error: ActionError }) {
  return (
    <p role="alert" className="text-red">
      {error.issues.length === 0
        ? error.message
        : error.issues.some(({ path }) => path[0] === 'params')
          ? 'Not sent: the params do not match the input schema.'
          : 'Not sent: check the options.'}
    </p>
  );
}

const OUTCOME = {
  COMPLETED: ['completed', 'Completed'],
  ACCEPTED: ['running', 'Accepted'],
  FAILED: ['failed', 'Failed'],
} as const;

function Answer({
  result: { outcome, statusCode, durationMs, message, responseBody },
}: {
  result: TestCall;
}) {
  const [status, word] = OUTCOME[outcome];
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge status={status} label={word} />
        <span>{statusCode === null ? 'No HTTP answer' : `HTTP ${statusCode}`}</span>
        <span className="text-muted">{formatDuration(durationMs)}</span>
      </p>
      <p className={outcome === 'FAILED' ? 'text-red' : 'text-muted'}>{message}</p>
      {responseBody !== null && <CodeBlock label="response body" value={pretty(responseBody)} />}
    </>
  );
}

function pretty(body: string): string {
  const parsed = parseJsonText(body);
  return parsed.kind === 'ok' && parsed.value !== undefined
    ? JSON.stringify(parsed.value, null, 2)
    : body || '(empty)';
}

/** Completes names of the schema's fields. */
function completionOf(schema: unknown) {
  const names = fieldNames(readSchema(schema));
  return async (
    before: string,
  ): Promise<{ from: number; options: readonly JsonCompletion[] } | undefined> => {
    const match = /(?:^|[{,])\s*"([\w-]*)$/.exec(before);
    if (!match) return undefined;
    const from = before.length - (match[1]?.length ?? 0);
    return { from, options: names };
  };
}

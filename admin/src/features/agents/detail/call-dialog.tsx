import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CodeBlock } from '../../../components/code/code-block.js';
import { type JsonCompletions, parseJsonText } from '../../../components/code/json-editor.js';
import { StatusBadge } from '../../../components/facts/status-badge.js';
import { DialogForm } from '../../../components/forms/dialog-form.js';
import { JsonField } from '../../../components/forms/fields.js';
import { toast } from '../../../components/toast.js';
import { cn } from '../../../lib/class-names.js';
import type { Success } from '../../../lib/graphql/use-action.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { linkTo } from '../../../lib/link-to.js';
import { formatDuration } from '../../../lib/text/time.js';
import { useRunOptions } from '../../schedules/detail/run-options.js';
import { texts } from '../texts/calls.js';
import {
  type AgentDetailFragment,
  AgentRunDocument,
  AgentTestCallDocument,
  type AgentTestCallMutation,
} from './agent-detail.generated.js';
import { exampleOf, fieldNames, readSchema } from './schema-fields.js';
import { SchemaTree } from './schema-tree.js';

const t = texts.call;

type TestCall = Success<AgentTestCallMutation['sendTestCall']>;

export interface CallDialogProps {
  /** `test`: the result is shown here and not recorded. `run`: a normal run. */
  kind: 'test' | 'run';
  onClose: () => void;
  agent: AgentDetailFragment;
}

const WORDS = {
  test: { title: t.testTitle, about: t.testHint, button: t.send },
  run: { title: t.runTitle, about: t.runHint, button: t.run },
} as const;

export function CallDialog({ kind, onClose, agent }: CallDialogProps) {
  const { id, name, inputSchema } = agent;
  const { title, about, button } = WORDS[kind];
  const isTest = kind === 'test';
  const navigate = useNavigate();
  const [text, setText] = useState(() => JSON.stringify(exampleOf(inputSchema), null, 2));
  const [result, setResult] = useState<TestCall>();
  const [send, isSending] = useAction(AgentTestCallDocument, (data) => data.sendTestCall);
  const [start] = useAction(AgentRunDocument, (data) => data.triggerAgent);
  const parsed = parseJsonText(text);
  const options = useRunOptions();

  async function call() {
    if (parsed.kind === 'error') return undefined;
    setResult(undefined);
    const params = parsed.value ?? {};
    if (!isTest) {
      const started = await start({ agentId: id, params, ...options.variables });
      if (started.kind === 'error') return started.error;
      const executionId = started.value.id;
      toast({
        kind: 'success',
        title: options.isLater ? t.scheduled(name) : t.started(name),
        action: { label: t.viewRun, run: () => void navigate(linkTo.run(executionId)) },
      });
      return undefined;
    }
    const answered = await send({ agentId: id, params });
    if (answered.kind === 'error') return answered.error;
    setResult(answered.value);
    return 'stay';
  }

  const hasSchema = inputSchema !== null && inputSchema !== undefined;
  return (
    <DialogForm
      title={title(name)}
      description={about}
      size={isTest ? 'lg' : 'md'}
      submitLabel={result ? t.sendAgain : button}
      closeLabel={isTest ? texts.common.close : t.cancel}
      disabledReason={parsed.kind === 'error' ? parsed.message : isTest ? undefined : options.problem}
      onSubmit={call}
      onClose={onClose}
      isReady
    >
      <div className={cn('grid gap-5', isTest && 'md:grid-cols-2')}>
        <div className="flex min-w-0 flex-col gap-3">
          <JsonField
            label={texts.common.params}
            path="params"
            hint={hasSchema ? undefined : t.noSchema}
            value={text}
            onValue={setText}
            lines={8}
            complete={completionOf(inputSchema)}
          />
          {!isTest && options.fields}
          {hasSchema && (
            <details>
              <summary className="text-muted hover:text-ink">{t.acceptedFields}</summary>
              <div className="mt-2">
                <SchemaTree schema={inputSchema} label={t.inputFields} />
              </div>
            </details>
          )}
        </div>
        {isTest && (
          <div className="flex min-w-0 flex-col gap-3">
            <p className="font-medium">{texts.common.response}</p>
            <div aria-live="polite" className="flex flex-col gap-3">
              {result ? (
                <Answer result={result} />
              ) : (
                <p className="text-muted">{isSending ? t.waiting : t.noResponse}</p>
              )}
            </div>
          </div>
        )}
      </div>
    </DialogForm>
  );
}

const OUTCOMES = {
  COMPLETED: { status: 'completed', label: t.outcomes.COMPLETED },
  ACCEPTED: { status: 'running', label: t.outcomes.ACCEPTED },
  FAILED: { status: 'failed', label: t.outcomes.FAILED },
} as const;

function Answer({
  result: { outcome, statusCode, durationMs, message, responseBody },
}: {
  result: TestCall;
}) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge {...OUTCOMES[outcome]} />
        <span>{statusCode === null ? t.noAnswer : t.statusCode(statusCode)}</span>
        <span className="text-muted">{formatDuration(durationMs)}</span>
      </p>
      <p className={outcome === 'FAILED' ? 'text-red' : 'text-muted'}>{message}</p>
      {responseBody !== null && <CodeBlock label={t.responseBody} value={pretty(responseBody)} />}
    </>
  );
}

function pretty(body: string): string {
  const parsed = parseJsonText(body);
  return parsed.kind === 'ok' && parsed.value !== undefined
    ? JSON.stringify(parsed.value, null, 2)
    : body || t.emptyBody;
}

function completionOf(schema: unknown) {
  const names = fieldNames(readSchema(schema));
  return async (before: string): Promise<JsonCompletions | undefined> => {
    const match = /(?:^|[{,])\s*"([\w-]*)$/.exec(before);
    if (!match) return undefined;
    const from = before.length - (match[1]?.length ?? 0);
    return { from, options: names, validFor: /^[\w-]*$/ };
  };
}

import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useClient } from 'urql';
import { IconButton } from '../../../components/button.js';
import { Combobox } from '../../../components/combobox.js';
import { Field } from '../../../components/form.js';
import { useIssues } from '../../../components/form-context.js';
import { Select, Switch, TextInput } from '../../../components/inputs.js';
import { JsonEditor } from '../../../components/json-editor.js';
import { Tooltip } from '../../../components/tooltip.js';
import { useLiveQuery } from '../../../lib/use-live-query.js';
import { completeParams } from '../../schedules/form/complete-params.js';
import type { LoopDraft, StepDraft } from './draft.js';
import { type Editing, RUN_IF_WORDS, stepName } from './editing.js';
import { canConnect, waitsFor } from './edits.js';
import {
  PipelineEditorAgentDocument,
  PipelineEditorAgentsDocument,
  type RunIf,
} from './pipeline-editor.generated.js';
import { RetryFields } from './retry-fields.js';
import { StepSection } from './step-section.js';

export interface StepPanelProps {
  editing: Editing;
  step: StepDraft;
  /** Rises whenever the focus is to go to the first field, or the first that is wrong. */
  focusCount: number;
}

interface PartProps {
  editing: Editing;
  step: StepDraft;
  /** Of the step in the input: `steps.2`. */
  path: string;
}

/** Everything about one step. */
export function StepPanel({ editing, step, focusCount }: StepPanelProps) {
  const { draft, changeStep, move, remove } = editing;
  const { key, stepId } = step;
  const panel = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const index = draft.steps.indexOf(step);
  const path = `steps.${index}`;
  useEffect(() => {
    if (focusCount === 0) return;
    // After the dialog that it was chosen in has given the focus back.
    const frame = requestAnimationFrame(() => {
      const wrong = panel.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      if (wrong) wrong.focus();
      else first.current?.select();
    });
    return () => cancelAnimationFrame(frame);
  }, [focusCount]);
  return (
    <div ref={panel} className="flex flex-col gap-4">
      <div className="flex items-center gap-1">
        <span className="flex-1 text-muted">
          Number {index + 1} of {draft.steps.length}
        </span>
        <IconButton
          label="Move up in the list"
          icon={<ArrowUp aria-hidden="true" className="size-3.5" />}
          disabledReason={index === 0 ? 'It is the first.' : undefined}
          onClick={() => move(key, -1)}
        />
        <IconButton
          label="Move down in the list"
          icon={<ArrowDown aria-hidden="true" className="size-3.5" />}
          disabledReason={index === draft.steps.length - 1 ? 'It is the last.' : undefined}
          onClick={() => move(key, 1)}
        />
        <IconButton
          label="Delete the step"
          icon={<Trash2 aria-hidden="true" className="size-3.5" />}
          onClick={() => remove(key)}
        />
      </div>
      <Field label="Step id" path={`${path}.stepId`} isRequired>
        {(control) => (
          <TextInput
            {...control}
            ref={first}
            value={stepId}
            maxLength={100}
            spellCheck={false}
            className="font-mono text-xs"
            onChange={({ target }) => changeStep(key, { stepId: target.value }, `${key} stepId`)}
          />
        )}
      </Field>
      <AgentField editing={editing} step={step} path={path} />
      <DependencyFields editing={editing} step={step} path={path} />
      <ParamsField editing={editing} step={step} path={path} />
      <LimitFields editing={editing} step={step} path={path} />
      <LoopFields editing={editing} step={step} path={path} />
    </div>
  );
}

function AgentField({ editing, step: { key, agentId }, path }: PartProps) {
  const client = useClient();
  const { data } = useLiveQuery(PipelineEditorAgentDocument, {
    variables: { id: agentId },
    pause: agentId === '',
    refetchOn: { agent: ({ id }) => id === agentId },
  });
  return (
    <Field
      label="Agent"
      path={`${path}.agentId`}
      isRequired
      hint={
        data?.agent?.enabled === false
          ? 'This agent is disabled: the pipeline cannot run before it is enabled.'
          : undefined
      }
    >
      {(control) => (
        <Combobox
          {...control}
          chosen={agentId === '' ? null : { value: agentId, label: editing.agentName(agentId) }}
          onChoose={(choice) => editing.changeStep(key, { agentId: choice?.value ?? '' })}
          search={async (text) => {
            const found = await client
              .query(PipelineEditorAgentsDocument, { search: text || null })
              .toPromise();
            if (!found.data) throw found.error;
            return found.data.agents.edges.map(({ node: { id, name } }) => ({
              value: id,
              label: name,
              ...(id !== name && { detail: id }),
            }));
          }}
          placeholder="Search agents by name or id"
          emptyText="No agent is called that."
        />
      )}
    </Field>
  );
}

function DependencyFields({ editing, step, path }: PartProps) {
  const { draft, connect, disconnect, changeStep } = editing;
  const { key, dependsOn, runIf, parallel } = step;
  const issues = useIssues(`${path}.dependsOn`);
  const others = draft.steps.filter((other) => other.key !== key);
  const unknown = dependsOn.filter((name) => !draft.steps.some((other) => other.key === name));
  return (
    <>
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="mb-1 font-medium">Depends on</legend>
        {others.length === 0 && unknown.length === 0 && (
          <p className="text-muted">There is no other step yet.</p>
        )}
        <div className="flex max-h-48 flex-col overflow-y-auto">
          {others.map((other) => {
            const isOn = dependsOn.includes(other.key);
            const isOff = !isOn && !canConnect(draft, other.key, key);
            return (
              <Dependency
                key={other.key}
                name={other.stepId || 'unnamed'}
                agent={editing.agentName(other.agentId)}
                isOn={isOn}
                reason={isOff ? `“${other.stepId}” waits for this step.` : undefined}
                onToggle={() => (isOn ? disconnect : connect)(other.key, key)}
              />
            );
          })}
          {unknown.map((name) => (
            <Dependency
              key={name}
              name={name}
              agent="no such step"
              isOn
              reason={undefined}
              onToggle={() => disconnect(name, key)}
            />
          ))}
        </div>
        {issues.length > 0 && (
          <p className="text-xs text-red">{issues.map(({ message }) => message).join('; ')}</p>
        )}
      </fieldset>
      <Field label="Starts when, of these" path={`${path}.runIf`} hint="Else it is skipped.">
        {(control) => (
          <Select
            {...control}
            value={runIf}
            onValue={(value) => changeStep(key, { runIf: value as RunIf })}
            options={Object.entries(RUN_IF_WORDS).map(([value, words]) => ({ value, label: words }))}
          />
        )}
      </Field>
      <Switch
        label="Runs alone within its context"
        isOn={!parallel}
        onChange={(isOn) => changeStep(key, { parallel: !isOn })}
      />
    </>
  );
}

interface DependencyProps {
  name: string;
  agent: string;
  isOn: boolean;
  /** Why it cannot be one. */
  reason: string | undefined;
  onToggle: () => void;
}

function Dependency({ name, agent, isOn, reason, onToggle }: DependencyProps) {
  const label = (
    <label className="flex min-h-6 items-center gap-2">
      <input
        type="checkbox"
        checked={isOn}
        aria-disabled={reason !== undefined || undefined}
        aria-description={reason}
        onChange={() => reason === undefined && onToggle()}
        className="size-3.5 accent-accent aria-disabled:opacity-50"
      />
      <span className={reason ? 'truncate text-muted' : 'truncate'}>{name}</span>
      <span className="ml-auto truncate text-xs text-muted">{agent}</span>
    </label>
  );
  return reason ? <Tooltip content={reason}>{label}</Tooltip> : label;
}

function ParamsField({ editing, step: { key, agentId, params }, path }: PartProps) {
  const { data } = useLiveQuery(PipelineEditorAgentDocument, {
    variables: { id: agentId },
    pause: agentId === '',
  });
  const depth = path.split('.').length + 1;
  const issues = useIssues(`${path}.params`).map((issue) => ({ ...issue, path: issue.path.slice(depth) }));
  return (
    <Field
      label="Params"
      path={`${path}.params`}
      hint="A JSON object, laid over the schedule’s params. Data sources belong in those."
    >
      {(control) => (
        <JsonEditor
          {...control}
          label="Params"
          lines={4}
          value={params}
          onChange={(text) => editing.changeStep(key, { params: text }, `${key} params`)}
          issues={issues}
          complete={async (before, cursor) =>
            completeParams(before, cursor, { schema: data?.agent?.inputSchema ?? undefined, sources: [] })
          }
        />
      )}
    </Field>
  );
}

/** How long, how often, how urgent, and where. */
function LimitFields({ editing, step, path }: PartProps) {
  const { key, timeout, dependencyTimeout, priority, retry, requirements } = step;
  const set = (changed: Partial<StepDraft>) =>
    editing.changeStep(key, changed, `${key} ${Object.keys(changed).join()}`);
  const given = [
    timeout && `timeout ${timeout}`,
    dependencyTimeout && `waits ${dependencyTimeout}`,
    priority && `priority ${priority}`,
    retry && 'own retries',
    requirements && 'requirements',
  ].filter(Boolean);
  const names = ['timeout', 'dependencyTimeout', 'priority', 'retryConfig', 'requirements'];
  return (
    <StepSection
      label="Limits and retries"
      summary={given.length > 0 ? given.join(' · ') : 'as by default'}
      paths={names.map((name) => `${path}.${name}`)}
    >
      <div className="grid grid-cols-2 gap-x-3 gap-y-3">
        <Field label="Timeout" path={`${path}.timeout`} hint="Of one attempt.">
          {(control) => (
            <TextInput
              {...control}
              placeholder="5m"
              value={timeout}
              onChange={({ target }) => set({ timeout: target.value })}
            />
          )}
        </Field>
        <Field label="Priority" path={`${path}.priority`} hint="Higher goes first.">
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              placeholder="the schedule’s"
              value={priority}
              onChange={({ target }) => set({ priority: target.value })}
            />
          )}
        </Field>
        <Field label="Dependency timeout" path={`${path}.dependencyTimeout`} hint="From the context’s start.">
          {(control) => (
            <TextInput
              {...control}
              placeholder="none"
              value={dependencyTimeout}
              onChange={({ target }) => set({ dependencyTimeout: target.value })}
            />
          )}
        </Field>
      </div>
      <RetryFields
        label="Own retries, instead of the schedule’s"
        path={`${path}.retryConfig`}
        retry={retry}
        onChange={(next) => set({ retry: next })}
      />
      <Field
        label="Requirements"
        path={`${path}.requirements`}
        hint={
          <>
            Of a worker, such as <code className="font-mono">{'{"region": "eu", "gpu": true}'}</code>.
          </>
        }
      >
        {(control) => (
          <JsonEditor
            {...control}
            label="Requirements"
            lines={2}
            value={requirements}
            onChange={(text) => set({ requirements: text })}
          />
        )}
      </Field>
    </StepSection>
  );
}

/** Runs steps again while their result says so. */
function LoopFields({ editing, step, path }: PartProps) {
  const { draft, changeStep } = editing;
  const { key, loop } = step;
  const reachable = draft.steps.filter((other) => other.key === key || waitsFor(draft.steps, key, other.key));
  const set = (changed: Partial<LoopDraft>) =>
    loop && changeStep(key, { loop: { ...loop, ...changed } }, `${key} loop ${Object.keys(changed).join()}`);
  const isKnown = loop && reachable.some((other) => other.key === loop.to);
  return (
    <StepSection
      label="Loop"
      summary={loop ? `to ${stepName(draft, loop.to)}` : 'none'}
      paths={[`${path}.loop`]}
    >
      <Switch
        label="Repeat while its result says so"
        isOn={loop !== null}
        onChange={(isOn) =>
          changeStep(key, { loop: isOn ? { to: key, maxTurns: '3', path: '', equals: 'false' } : null })
        }
      />
      {loop && (
        <div className="grid grid-cols-2 gap-x-3 gap-y-3">
          <Field label="From" path={`${path}.loop.to`} hint="It, or a step before it.">
            {(control) => (
              <Select
                {...control}
                value={loop.to}
                onValue={(to) => set({ to })}
                options={[
                  ...reachable.map((other) => ({ value: other.key, label: other.stepId || 'unnamed' })),
                  ...(isKnown ? [] : [{ value: loop.to, label: stepName(draft, loop.to) }]),
                ]}
              />
            )}
          </Field>
          <Field label="Turns at most" path={`${path}.loop.maxTurns`}>
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                value={loop.maxTurns}
                onChange={({ target }) => set({ maxTurns: target.value })}
              />
            )}
          </Field>
          <Field label="While in its result" path={`${path}.loop.while.path`}>
            {(control) => (
              <TextInput
                {...control}
                placeholder="review.approved"
                spellCheck={false}
                className="font-mono text-xs"
                value={loop.path}
                onChange={({ target }) => set({ path: target.value })}
              />
            )}
          </Field>
          <Field label="is (JSON)" path={`${path}.loop.while.equals`}>
            {(control) => (
              <TextInput
                {...control}
                spellCheck={false}
                className="font-mono text-xs"
                value={loop.equals}
                onChange={({ target }) => set({ equals: target.value })}
              />
            )}
          </Field>
        </div>
      )}
    </StepSection>
  );
}

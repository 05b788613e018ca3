/** Converts the draft to JSON and back, in the form that `createPipeline` accepts. */

import type { RetryDraft } from '../../../../components/forms/retry-fields.js';
import type { Issue } from '../../../../lib/graphql/use-action.js';
import { isObject } from '../../../../lib/is-object.js';
import { writeDuration } from '../../../../lib/text/duration-text.js';
import { texts } from '../../texts/editor.js';
import {
  type LoopDraft,
  newKey,
  newStep,
  type PipelineDraft,
  readPipeline,
  type StepDraft,
} from '../draft.js';
import type { Backoff, RetryJitter, RunIf } from '../pipeline-editor.generated.js';

const t = texts.json;

export function toJsonText(draft: PipelineDraft): string {
  return JSON.stringify(readPipeline(draft).input, null, 2);
}

export type ReadJson = { kind: 'ok'; draft: PipelineDraft } | { kind: 'error'; issues: Issue[] };

const RUN_IFS: readonly RunIf[] = ['ALL_SUCCEEDED', 'ALL_DONE', 'ANY_SUCCEEDED', 'ANY_FAILED'];
const BACKOFFS: readonly Backoff[] = ['EXPONENTIAL', 'LINEAR', 'FIXED'];
const JITTERS: readonly RetryJitter[] = ['NONE', 'FULL', 'EQUAL'];

/**
 * Reads the form only; the server checks the meaning. Steps keep the key of the step with the same
 * name in `before`, so that the selection is kept.
 */
export function readJsonText(text: string, before: PipelineDraft): ReadJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { kind: 'error', issues: [{ path: [], message: t.invalid((error as Error).message) }] };
  }
  const issues: Issue[] = [];
  const top = new Reader(value, [], issues);
  const keys = new Map(before.steps.map(({ stepId, key }) => [stepId, key]));
  const draft: PipelineDraft = {
    name: top.text('name'),
    key: top.text('key'),
    description: top.text('description'),
    enabled: top.flag('enabled', true),
    retry: top.has('retryConfig') ? readRetry(top.object('retryConfig')) : null,
    steps: withKeys(top.list('steps').map(readStep), keys),
  };
  top.rest();
  return issues.length > 0 ? { kind: 'error', issues } : { kind: 'ok', draft };
}

/** Replaces names of steps by their keys. If two have the same name, the first one counts. */
function withKeys(steps: readonly StepDraft[], known: ReadonlyMap<string, string>): StepDraft[] {
  const keys = new Map<string, string>();
  const keyed = steps.map((step) => {
    const key = keys.has(step.stepId) ? newKey() : (known.get(step.stepId) ?? newKey());
    if (!keys.has(step.stepId)) keys.set(step.stepId, key);
    return { ...step, key };
  });
  const keyOf = (stepId: string) => keys.get(stepId) ?? stepId;
  return keyed.map((step) => ({
    ...step,
    dependsOn: step.dependsOn.map(keyOf),
    loop: step.loop && { ...step.loop, to: keyOf(step.loop.to) },
  }));
}

function readStep(step: Reader): StepDraft {
  const read: StepDraft = {
    ...newStep(step.text('stepId'), step.text('agentId')),
    dependsOn: step.texts('dependsOn'),
    parallel: step.flag('parallel', true),
    runIf: step.oneOf('runIf', RUN_IFS, 'ALL_SUCCEEDED'),
    dependencyTimeout: step.duration('dependencyTimeout'),
    params: step.json('params') || '{}',
    retry: step.has('retryConfig') ? readRetry(step.object('retryConfig')) : null,
    timeout: step.duration('timeout'),
    maxQueueTime: step.duration('maxQueueTime'),
    priority: step.number('priority'),
    requirements: step.json('requirements'),
    loop: step.has('loop') ? readLoop(step.object('loop')) : null,
  };
  step.rest();
  return read;
}

function readLoop(loop: Reader): LoopDraft {
  const read = { to: loop.text('to'), maxTurns: loop.number('maxTurns'), path: '', equals: '' };
  if (loop.has('while')) {
    const condition = loop.object('while');
    read.path = condition.text('path');
    read.equals = condition.json('equals') || 'null';
    condition.rest();
  }
  loop.rest();
  return read;
}

function readRetry(retry: Reader): RetryDraft {
  const read: RetryDraft = {
    maxRetries: retry.number('maxRetries'),
    backoff: retry.oneOf('backoff', BACKOFFS, 'EXPONENTIAL'),
    delay: retry.duration('delay'),
    maxDelay: retry.duration('maxDelay'),
    jitter: retry.oneOf('jitter', JITTERS, 'NONE'),
  };
  retry.rest();
  return read;
}

/** Reads the members of one object by type. Invalid and unknown members are issues. */
class Reader {
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #asked = new Set<string>();

  constructor(
    value: unknown,
    private readonly at: readonly string[],
    private readonly issues: Issue[],
  ) {
    if (!isObject(value)) this.issues.push({ path: [...at], message: t.notAnObject });
    this.#members = isObject(value) ? value : {};
  }

  /** Null counts as absent. */
  has(name: string): boolean {
    return (this.#ask(name) ?? undefined) !== undefined;
  }

  text(name: string): string {
    const value = this.#ask(name) ?? '';
    return typeof value === 'string' ? value : this.#refuse(name, t.notAString, '');
  }

  flag(name: string, otherwise: boolean): boolean {
    const value = this.#ask(name) ?? otherwise;
    return typeof value === 'boolean' ? value : this.#refuse(name, t.notABoolean, otherwise);
  }

  number(name: string): string {
    const value = this.#ask(name) ?? '';
    return typeof value === 'number' || value === '' ? String(value) : this.#refuse(name, t.notANumber, '');
  }

  duration(name: string): string {
    const value = this.#ask(name) ?? '';
    if (typeof value === 'number')
      return Number.isInteger(value) && value >= 0 ? writeDuration(value) : String(value);
    return typeof value === 'string' ? value : this.#refuse(name, t.notADuration, '');
  }

  oneOf<Value extends string>(name: string, values: readonly Value[], otherwise: Value): Value {
    const value = this.#ask(name) ?? otherwise;
    // Configuration files use lower case.
    const found = values.find((each) => each === (typeof value === 'string' ? value.toUpperCase() : value));
    return found ?? this.#refuse(name, t.notOneOf(values), otherwise);
  }

  json(name: string): string {
    const value = this.#ask(name);
    return value === undefined || (value === null && name !== 'equals') ? '' : JSON.stringify(value, null, 2);
  }

  texts(name: string): string[] {
    const value = this.#ask(name) ?? [];
    if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
    return this.#refuse(name, t.notStepIds, []);
  }

  list(name: string): Reader[] {
    const value = this.#ask(name) ?? [];
    if (!Array.isArray(value)) return this.#refuse(name, t.notAList, []);
    return value.map((each, index) => new Reader(each, [...this.at, name, String(index)], this.issues));
  }

  object(name: string): Reader {
    return new Reader(this.#ask(name), [...this.at, name], this.issues);
  }

  /** To be called last. */
  rest(): void {
    for (const name of Object.keys(this.#members)) {
      if (!this.#asked.has(name)) this.#refuse(name, t.unknown, undefined);
    }
  }

  #ask(name: string): unknown {
    this.#asked.add(name);
    return Object.hasOwn(this.#members, name) ? this.#members[name] : undefined;
  }

  #refuse<Value>(name: string, message: string, otherwise: Value): Value {
    this.issues.push({ path: [...this.at, name], message });
    return otherwise;
  }
}

/**
 * Validates params and results against the JSON Schemas (2020-12) of agents. Schemas and values are
 * untrusted: the size and depth of a schema are limited, `$ref` reaches nothing outside it, and
 * validation runs in a thread with limits on time and memory. Only validations that are provably
 * cheap, which most are, run in this thread.
 */
import { createHash } from 'node:crypto';
import type { Issue } from '../../domain/issue.js';
import { LIMITS } from '../../domain/limits.js';
import { compileSchema, isTooManyErrors } from './compile-schema.mjs';
import { describeSchemaErrors, type SchemaError } from './describe-schema-error.mjs';
import { issuesOfErrors } from './schema-issues.js';
import { type Assignment, runInThread, type SchemaOutcome } from './schema-threads.js';
import { surveySchema, TOO_DEEP } from './survey-schema.js';

/**
 * Time for a value of a schema whose earlier values kept exceeding their time. Thousands of them may
 * be waiting.
 */
const LEAST_BUDGET_MS = 10;
/** How long a schema that took too long to compile is not tried again. */
const REST_MS = 60_000;
/**
 * There are few schemas (agents and their versions). Beyond this number, the oldest are dropped and
 * examined again.
 */
const CACHE_SIZE = 1_000;

type Validator = Extract<ReturnType<typeof compileSchema>, (...args: never[]) => unknown>;

interface KnownSchema {
  text: string;
  /** Why the schema cannot be used at all. */
  fault?: string;
  /** Values up to this length as JSON are validated in this thread. */
  inlineCharacters: number;
  /** For values validated in this thread. */
  validator?: Validator;
  /** Time for one value. It shrinks each time a value exceeds it. */
  budgetMs: number;
  /** By `performance.now()`. The schema took too long to compile and is not tried before this time. */
  restsUntil: number;
}

export interface ValidateOptions {
  /** Path of the value, for issues. */
  path?: string[];
  /**
   * Places below it whose values are not known yet because they are data sources. Issues there are
   * ignored, and so are issues of an `anyOf`, `not` or similar around them, which might depend on
   * those values.
   */
  open?: readonly string[][];
  /** Reports every wrong place, at most 20, instead of perhaps only the first. */
  listAll?: boolean;
  /** What to do when too many validations are waiting. Defaults to 'wait'. */
  whenBusy?: 'wait' | 'refuse';
}

export type Verdict =
  | { kind: 'valid' }
  | { kind: 'invalid'; issues: [Issue, ...Issue[]] }
  /** Only if the caller asked to be refused rather than wait. */
  | { kind: 'busy' };

const byHash = new Map<string, KnownSchema>();
const byIdentity = new WeakMap<object, KnownSchema>();

/** Problems that make a schema unusable, checked when it is saved. Empty if it is valid or null. */
export async function checkJsonSchema(schema: unknown, path: string[]): Promise<Issue[]> {
  if (schema === null || schema === undefined) return [];
  const known = look(schema);
  const message = known.fault ?? (await faultOf(known));
  return message === undefined ? [] : [{ path, message }];
}

/** The issues of a value. Empty if it is valid. */
export async function validate(
  schema: unknown,
  value: unknown,
  options: ValidateOptions = {},
): Promise<Issue[]> {
  const verdict = await validateValue(schema, value, options);
  if (verdict.kind === 'invalid') return verdict.issues;
  if (verdict.kind === 'valid') return [];
  return [
    {
      path: options.path ?? [],
      message: 'cannot be validated now: too many validations are waiting. Try again',
    },
  ];
}

/**
 * Like `validate`, but a schema that cannot be used is itself the issue. (Agents can also register by
 * SQL.)
 */
export async function validateValue(
  schema: unknown,
  value: unknown,
  { path = [], open = [], listAll = false, whenBusy = 'wait' }: ValidateOptions = {},
): Promise<Verdict> {
  if (schema === null || schema === undefined) return { kind: 'valid' };
  const known = look(schema);
  const text = asText(value ?? null);
  const wrong = (message: string): Verdict => ({ kind: 'invalid', issues: [{ path, message }] });
  if (known.fault !== undefined) return wrong(`cannot be checked: the schema ${known.fault}`);
  if (text === undefined) return wrong('is nested too deeply to check');
  if (text.length <= known.inlineCharacters) {
    const validator = inPlace(known);
    if (typeof validator === 'string') return wrong(`cannot be checked: the schema ${validator}`);
    const errors = errorsInPlace(validator, value);
    if (errors) return verdictOf(errors, path, open);
  }
  if (text.length > LIMITS.validatedValueCharacters)
    return wrong(
      `is too large to check against a schema: more than ${LIMITS.validatedValueCharacters.toLocaleString('en')} characters`,
    );
  const outcome = await outOfPlace(known, text, listAll || open.length > 0, whenBusy);
  switch (outcome.kind) {
    case 'busy':
      return outcome;
    case 'over':
      return wrong(OVER[outcome.what]);
    case 'done':
      return outcome.unusable === undefined
        ? verdictOf(outcome.errors ?? [], path, open)
        : wrong(`cannot be checked: the schema ${outcome.unusable}`);
  }
}

const TOO_LONG_TO_COMPILE = 'takes too long to compile: simplify it';
const OVER = {
  compile: `cannot be checked: the schema ${TOO_LONG_TO_COMPILE}`,
  validate: 'takes too long to check against the schema: simplify its patterns or references',
  memory: 'takes too much memory to check against the schema: simplify the schema, or send less',
  depth: 'is nested too deeply to check against a schema that refers to itself',
};

function verdictOf(errors: readonly SchemaError[], path: string[], open: readonly string[][]): Verdict {
  const [first, ...more] = issuesOfErrors(errors, path, open);
  return first ? { kind: 'invalid', issues: [first, ...more] } : { kind: 'valid' };
}

async function outOfPlace(
  known: KnownSchema,
  value: string,
  listAll: boolean,
  whenBusy: 'wait' | 'refuse',
): Promise<SchemaOutcome> {
  if (performance.now() < known.restsUntil) return { kind: 'over', what: 'compile' };
  const outcome = await runInThread({ ...taskOf(known), value, listAll }, whenBusy);
  if (outcome.kind !== 'over') return outcome;
  if (outcome.what === 'compile') known.restsUntil = performance.now() + REST_MS;
  else if (outcome.what !== 'depth')
    known.budgetMs = Math.max(LEAST_BUDGET_MS, Math.floor(known.budgetMs / 4));
  return outcome;
}

function taskOf(known: KnownSchema): Assignment {
  return {
    schema: known.text,
    value: undefined,
    listAll: false,
    compileMs: LIMITS.schemaCompileMs,
    validateMs: () => known.budgetMs,
  };
}

/** Compiles the schema in the place where values would be validated. */
async function faultOf(known: KnownSchema): Promise<string | undefined> {
  if (known.inlineCharacters > 0) {
    const validator = inPlace(known);
    return typeof validator === 'string' ? validator : undefined;
  }
  const outcome = await runInThread(taskOf(known), 'refuse');
  if (outcome.kind === 'busy') return 'cannot be validated now: too many validations are waiting. Try again';
  return outcome.kind === 'over' ? TOO_LONG_TO_COMPILE : outcome.unusable;
}

function inPlace(known: KnownSchema): Validator | string {
  if (known.validator) return known.validator;
  const compiled = compileSchema(JSON.parse(known.text), { allErrors: true });
  if (typeof compiled === 'string') known.fault = compiled;
  else known.validator = compiled;
  return compiled;
}

/** Undefined if there are more than are collected. A thread, which finds the first one on its own, says what it is. */
function errorsInPlace(validator: Validator, value: unknown): SchemaError[] | undefined {
  try {
    return validator(value) ? [] : describeSchemaErrors(validator.errors ?? []);
  } catch (thrown) {
    if (isTooManyErrors(thrown)) return undefined;
    throw thrown;
  }
}

function look(schema: unknown): KnownSchema {
  const identity = typeof schema === 'object' && schema !== null ? schema : undefined;
  const same = identity && byIdentity.get(identity);
  if (same) return same;
  const text = asText(schema);
  const key = text === undefined ? '' : createHash('sha256').update(text).digest('base64');
  const known = byHash.get(key) ?? introduce(schema, text);
  byHash.set(key, known);
  if (byHash.size > CACHE_SIZE) byHash.delete(byHash.keys().next().value ?? key);
  if (identity) byIdentity.set(identity, known);
  return known;
}

function introduce(schema: unknown, text: string | undefined): KnownSchema {
  const base = { text: text ?? '', inlineCharacters: 0, budgetMs: LIMITS.validationMs, restsUntil: 0 };
  if (text === undefined) return { ...base, fault: TOO_DEEP };
  const survey = surveySchema(schema, text);
  if (survey.kind === 'error') return { ...base, text: '', fault: survey.message };
  const isSmall = survey.isPlain && Buffer.byteLength(text) <= LIMITS.inlineSchemaBytes;
  return { ...base, inlineCharacters: isSmall ? Math.floor(LIMITS.inlineValidationSteps / survey.nodes) : 0 };
}

/** Undefined if the value is nested so deeply that the stack overflows. */
function asText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

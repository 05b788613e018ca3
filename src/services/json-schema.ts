/**
 * JSON Schema 2020-12 of agents. A schema is written by whoever registers an agent, so it is untrusted: its size and depth
 * are bounded, `$ref` reaches nothing outside it, and what could take long (patterns that backtrack, references that
 * multiply) runs under a time budget. Plain schemas, which are most, pay nothing for that.
 */
import { createHash } from 'node:crypto';
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Issue } from '../domain/issue.js';
import { describeSchemaErrors } from './describe-schema-errors.js';
import { type Budgeted, withTimeBudget } from './time-budget.js';

const MAX_SCHEMA_BYTES = 64 * 1024;
const MAX_DEPTH = 64;
const TOO_DEEP = `is nested deeper than ${MAX_DEPTH} levels`;
const COMPILE_BUDGET_MS = 2_000;
const VALIDATE_BUDGET_MS = 250;
/** What is left to a schema that has used up its time again and again: thousands of values are judged in one transaction. */
const LEAST_BUDGET_MS = 2;
/** Schemas are small in number (agents and their versions); beyond this the oldest are compiled again. */
const CACHE_SIZE = 1_000;

interface Compiled {
  validate: ValidateFunction;
  /** Its time grows linearly with the value, so that no budget is needed. */
  isPlain: boolean;
  /** For one value; less after each that took too long. */
  budgetMs: number;
}
type Compilation = { kind: 'ok'; compiled: Compiled } | { kind: 'error'; message: string };

const byHash = new Map<string, Compilation>();
const byIdentity = new WeakMap<object, Compilation>();
/** Holds the compiled meta-schema, which takes longest. Away while it is at work: broken off in the middle, it does not come back. */
let judge: Ajv2020 | undefined;

/** What makes a schema unusable, for the moment it is saved; empty when it is good, or null (none). */
export function checkJsonSchema(schema: unknown, path: string[]): Issue[] {
  if (schema === null || schema === undefined) return [];
  const compilation = compile(schema);
  return compilation.kind === 'error' ? [{ path, message: compilation.message }] : [];
}

/**
 * What is wrong with a value, each place named; at most 20. A schema that cannot be used (agents also register by SQL) is
 * itself the issue.
 *
 * @param open places whose values are not known yet (data sources): what is said about them is left out, and so is what an
 * `anyOf`, `not` or the like around them says, because it might depend on them
 */
export function validate(
  schema: unknown,
  value: unknown,
  path: string[] = [],
  open: readonly string[][] = [],
): Issue[] {
  if (schema === null || schema === undefined) return [];
  const compilation = compile(schema);
  if (compilation.kind === 'error')
    return [{ path, message: `cannot be checked: the schema ${compilation.message}` }];
  const { compiled } = compilation;
  const { validate, isPlain, budgetMs } = compiled;
  if (isPlain) return describeSchemaErrors(errorsOf(validate, value), path, open);
  try {
    const run = withTimeBudget(budgetMs, () => errorsOf(validate, value));
    if (run.kind === 'done') return describeSchemaErrors(run.value, path, open);
    compiled.budgetMs = Math.max(LEAST_BUDGET_MS, Math.floor(budgetMs / 4));
  } catch (thrown) {
    if (!isStackOverflow(thrown)) throw thrown;
    return [{ path, message: 'is nested too deeply to check against a schema that refers to itself' }];
  }
  return [
    { path, message: 'takes too long to check against the schema: simplify its patterns or references' },
  ];
}

/** By name: one that is thrown below `withTimeBudget` may be of another realm. */
function isStackOverflow(thrown: unknown): boolean {
  return (thrown as Error | undefined)?.name === 'RangeError';
}

function errorsOf(validate: ValidateFunction, value: unknown): ErrorObject[] {
  return validate(value) ? [] : (validate.errors ?? []);
}

function compile(schema: unknown): Compilation {
  const known = typeof schema === 'object' && schema !== null ? byIdentity.get(schema) : undefined;
  if (known) return known;
  const text = asText(schema);
  if (text === undefined) return error(TOO_DEEP);
  const key = createHash('sha256').update(text).digest('base64');
  const compilation = byHash.get(key) ?? compileText(text);
  byHash.set(key, compilation);
  if (byHash.size > CACHE_SIZE) byHash.delete(byHash.keys().next().value ?? key);
  if (typeof schema === 'object' && schema !== null) byIdentity.set(schema, compilation);
  return compilation;
}

/** Undefined: nested so deeply that the stack does not suffice. */
function asText(schema: unknown): string | undefined {
  try {
    return JSON.stringify(schema);
  } catch (thrown) {
    if (isStackOverflow(thrown)) return undefined;
    throw thrown;
  }
}

function compileText(text: string): Compilation {
  if (Buffer.byteLength(text) > MAX_SCHEMA_BYTES)
    return error(`is larger than ${MAX_SCHEMA_BYTES / 1024} KiB`);
  const schema: unknown = JSON.parse(text);
  if (
    typeof schema !== 'boolean' &&
    (typeof schema !== 'object' || schema === null || Array.isArray(schema))
  ) {
    return error('must be an object (JSON Schema 2020-12)');
  }
  const survey = surveySchema(schema);
  if (survey.kind === 'error') return survey;
  judge ??= createJudge(); // before the clock starts: its own work is not the schema's fault
  const work = () => compileNow(withoutOlderDraft(schema));
  try {
    // What is plain is bounded by its size: a busy machine must not refuse it.
    const run: Budgeted<ReturnType<typeof work>> = survey.isPlain
      ? { kind: 'done', value: work() }
      : withTimeBudget(COMPILE_BUDGET_MS, work);
    if (run.kind === 'done') {
      return typeof run.value === 'string'
        ? error(run.value)
        : {
            kind: 'ok',
            compiled: { validate: run.value, isPlain: survey.isPlain, budgetMs: VALIDATE_BUDGET_MS },
          };
    }
    return error('takes too long to compile: simplify it');
  } catch (thrown) {
    return error(explain(thrown));
  }
}

/**
 * The compiled schema, or what the meta-schema says against it. Each is compiled in an instance of its own: schemas of
 * different agents may claim the same $id, and must not see each other.
 */
function compileNow(schema: object | boolean): ValidateFunction | string {
  const current = judge ?? createJudge();
  judge = undefined;
  const isValid = current.validateSchema(schema) === true;
  judge = current;
  if (!isValid) {
    const [first] = current.errors ?? [];
    return `is not JSON Schema 2020-12: ${first?.instancePath || '/'} ${first?.message ?? 'is invalid'}`;
  }
  return createAjv({ validateSchema: false }).compile(schema);
}

/** Schemas of older drafts are read as 2020-12, which most of them are but for the name. */
function withoutOlderDraft(schema: object | boolean): object | boolean {
  if (typeof schema === 'boolean' || !('$schema' in schema)) return schema;
  const { $schema, ...rest } = schema;
  return typeof $schema === 'string' && /^https?:\/\/json-schema\.org\/draft/.test($schema) ? rest : schema;
}

/** With its meta-schema compiled. */
function createJudge(): Ajv2020 {
  const instance = createAjv();
  instance.validateSchema({});
  return instance;
}

function createAjv(options: Options = {}): Ajv2020 {
  const instance = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: true,
    // Inlining would multiply the code of nested references.
    inlineRefs: false,
    logger: false,
    ...options,
  });
  formats.default(instance, { mode: 'fast' });
  return instance;
}

function explain(thrown: unknown): string {
  if (thrown instanceof Ajv2020.MissingRefError) {
    return `refers to ${JSON.stringify(thrown.missingRef.slice(0, 200))}, which it does not contain: put it under $defs`;
  }
  return `cannot be compiled: ${thrown instanceof Error ? thrown.message.slice(0, 300) : 'unknown reason'}`;
}

function error(message: string): Compilation & { kind: 'error' } {
  return { kind: 'error', message };
}

/** Keywords whose cost is not linear, or that reach what is. */
const COSTLY = new Set([
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'patternProperties',
  'propertyNames',
  'uniqueItems',
  'contains',
]);

/**
 * A pattern that is matched in linear time: anchored, no groups, at most one quantifier that has a choice. (This expression
 * itself meets only patterns of 200 characters.)
 */
const ATOM = String.raw`(?:\\[dDwWsS.\-/+*?^$()[\]{}|]|\[[^\]\\[]*\]|[^\\[\](){}|*+?^$])`;
const FIXED = String.raw`(?:${ATOM}(?:\{\d{1,3}\})?)*`;
const PLAIN_PATTERN = new RegExp(
  String.raw`^\^${FIXED}(?:${ATOM}(?:[*+?]|\{\d{1,3},\d{0,3}\})${FIXED})?\$?$`,
);
const PLAIN_PATTERN_LENGTH = 200;

/** Walks the whole document, also where it is data: that errs on the safe side. */
function surveySchema(
  schema: unknown,
): { kind: 'ok'; isPlain: boolean } | { kind: 'error'; message: string } {
  let isPlain = true;
  const pending = [{ value: schema, depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > MAX_DEPTH) return error(TOO_DEEP);
    for (const [key, value] of Object.entries(next.value)) {
      if (COSTLY.has(key) || (key === 'pattern' && !isPlainPattern(value))) isPlain = false;
      pending.push({ value, depth: next.depth + 1 });
    }
  }
  return { kind: 'ok', isPlain };
}

function isPlainPattern(value: unknown): boolean {
  return typeof value !== 'string' || (value.length <= PLAIN_PATTERN_LENGTH && PLAIN_PATTERN.test(value));
}

// @ts-check
/**
 * Validates values against untrusted schemas, one at a time. Whoever started this thread bounds
 * its memory, and ends it when it does not answer; the time of each step is bounded here. Messages in:
 * `Task`. Messages out: 'ready' once, `Report`s for each task, of which one with `kind` 'done' or 'over' is
 * the last. Plain JavaScript: threads are started from a file, and this one is the same in src and dist.
 */
import { createContext, Script } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { compileSchema, isTooManyErrors, warmUp } from './compile-schema.mjs';
import { describeSchemaErrors } from './describe-schema-error.mjs';

/** @typedef {import('./describe-schema-error.mjs').SchemaError} SchemaError */
/**
 * @typedef {object} Task
 * @property {string} schema as JSON
 * @property {string | undefined} value as JSON; undefined: only the schema is checked
 * @property {boolean} listAll more than the first error is of interest
 * @property {number} compileMs
 * @property {number} validateMs
 */
/**
 * `unusable`: the schema is no good. `invalid` is said twice where all errors are asked for: with the first,
 * then with all if that goes well.
 * @typedef {{ kind: 'done', unusable?: string, errors?: SchemaError[] } | { kind: 'first', errors:
 * SchemaError[] }
 *   | { kind: 'over', what: 'compile' | 'validate' | 'depth' }} Report
 */

/** Of schemas, counted by their texts: compiled, each takes many times that. */
const CACHE_CHARACTERS = 256 * 1024;
/** What did not end in its time is begun once more: perhaps the machine stood still. */
const TRIES = 2;

/** @typedef {import('ajv').ValidateFunction | string} Compiled */
/** @type {Map<string, Compiled>} */
const compiled = new Map();
let cached = 0;

const context = createContext({ work: () => {} });
const call = new Script('work()');

class TimeOver extends Error {}

/**
 * Runs synchronous work for at most so long, regular expressions included: V8 ends it when the time is up.
 * @template T
 * @param {number} milliseconds
 * @param {() => T} work
 * @returns {T}
 */
function within(milliseconds, work) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      /** @type {{ value: T } | undefined} */
      let outcome;
      context.work = () => {
        outcome = { value: work() };
      };
      call.runInContext(context, { timeout: milliseconds });
      if (outcome) return outcome.value;
    } catch (thrown) {
      if (/** @type {NodeJS.ErrnoException} */ (thrown).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw thrown;
    }
    if (attempt === TRIES) throw new TimeOver();
  }
}

/**
 * @param {Task} task
 * @param {boolean} allErrors
 */
function compile({ schema, compileMs }, allErrors) {
  const key = `${allErrors}${schema}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  warmUp();
  const fresh = within(compileMs, () => compileSchema(JSON.parse(schema), { allErrors }));
  compiled.set(key, fresh);
  cached += key.length;
  for (const oldest of compiled.keys()) {
    if (cached <= CACHE_CHARACTERS || oldest === key) break;
    compiled.delete(oldest);
    cached -= oldest.length;
  }
  return fresh;
}

/**
 * @param {Task} task
 * @returns {Report}
 */
function perform(task) {
  let validate;
  try {
    validate = compile(task, false);
  } catch (thrown) {
    if (thrown instanceof TimeOver) return { kind: 'over', what: 'compile' };
    throw thrown;
  }
  if (typeof validate === 'string') return { kind: 'done', unusable: validate };
  if (task.value === undefined) return { kind: 'done' };
  const value = JSON.parse(task.value);
  try {
    const first = errorsOf(validate, value, task.validateMs);
    if (first.length === 0 || !task.listAll) return { kind: 'done', errors: first };
    parentPort?.postMessage({ kind: 'first', errors: first });
    return { kind: 'done', errors: listAll(task, value) ?? first };
  } catch (thrown) {
    if (thrown instanceof TimeOver || isTooManyErrors(thrown)) return { kind: 'over', what: 'validate' };
    // An error thrown below `within` may be from another realm.
    if (/** @type {Error} */ (thrown).name === 'RangeError') return { kind: 'over', what: 'depth' };
    throw thrown;
  }
}

/**
 * Undefined: they cannot be listed within the bounds.
 * @param {Task} task
 * @param {unknown} value
 */
function listAll(task, value) {
  try {
    const validate = compile(task, true);
    return typeof validate === 'string' ? undefined : errorsOf(validate, value, task.validateMs);
  } catch {
    return undefined;
  }
}

/**
 * @param {import('ajv').ValidateFunction} validate
 * @param {unknown} value
 * @param {number} milliseconds
 */
function errorsOf(validate, value, milliseconds) {
  return within(milliseconds, () => (validate(value) ? [] : describeSchemaErrors(validate.errors ?? [])));
}

parentPort?.on('message', (/** @type {Task} */ task) => parentPort?.postMessage(perform(task)));
warmUp();
parentPort?.postMessage({ kind: 'ready' });

// @ts-check
/** JSON Schema 2020-12 by Ajv. Plain JavaScript: validation threads run it directly. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describeSchemaErrors } from './describe-schema-error.mjs';
import { formats } from './schema-formats.mjs';

/** More errors in one value than this are not collected. */
const MAX_ERRORS = 10_000;
/** Where Ajv's code counts an error. */
const COUNTED = /errors\+\+;|errors = vErrors\.length;/g;

const TOO_MANY = 'TooManyErrors';

/**
 * Whether a validation stopped because the value has more errors than are collected.
 * @param {unknown} thrown
 */
export function isTooManyErrors(thrown) {
  return thrown instanceof Error && thrown.name === TOO_MANY;
}

/**
 * Holds the compiled meta-schema, which takes longest. Unset while it works, so that one that was interrupted
 * is not used again.
 */
/** @type {Ajv2020 | undefined} */
let metaValidator;

/** Compiles the meta-schema, so that no schema's time is spent on it. */
export function warmUp() {
  metaValidator ??= createMetaValidator();
}

/**
 * The compiled schema, or what is wrong with it, in words.
 * @param {unknown} schema
 * @param {{ allErrors: boolean }} options
 * @returns {import('ajv').ValidateFunction | string}
 */
export function compileSchema(schema, { allErrors }) {
  try {
    const isSchema =
      typeof schema === 'boolean' ||
      (typeof schema === 'object' && schema !== null && !Array.isArray(schema));
    if (!isSchema) return 'must be an object (JSON Schema 2020-12)';
    const own = withoutOlderDraft(schema);
    return findFault(own) ?? createAjv({ validateSchema: false, allErrors }).compile(own);
  } catch (thrown) {
    if (thrown instanceof Ajv2020.MissingRefError) {
      return `refers to ${JSON.stringify(thrown.missingRef.slice(0, 200))}, which it does not contain: put it under $defs`;
    }
    return `cannot be compiled: ${thrown instanceof Error ? thrown.message.slice(0, 300) : 'unknown reason'}`;
  }
}

/**
 * Says why the meta-schema refuses it; undefined if it does not.
 * @param {object | boolean} schema
 */
function findFault(schema) {
  const current = metaValidator ?? createMetaValidator();
  metaValidator = undefined;
  const isValid = current.validateSchema(schema) === true;
  metaValidator = current;
  if (isValid) return undefined;
  const [first] = describeSchemaErrors(current.errors ?? []);
  return `is not JSON Schema 2020-12: ${first?.pointer.slice(0, 300) || '/'} ${first?.message ?? 'is invalid'}`;
}

/**
 * Schemas of older drafts are read as 2020-12. Most of them differ in the name only.
 * @param {object | boolean} schema
 */
function withoutOlderDraft(schema) {
  if (typeof schema === 'boolean' || !('$schema' in schema)) return schema;
  const { $schema, ...rest } = schema;
  return typeof $schema === 'string' && /^https?:\/\/json-schema\.org\/draft/.test($schema) ? rest : schema;
}

/** With its meta-schema compiled. */
function createMetaValidator() {
  const instance = createAjv({ allErrors: false });
  instance.validateSchema({});
  return instance;
}

/**
 * Each schema is compiled in an instance of its own: those of different agents may claim the same $id, and
 * must not see each other.
 * @param {import('ajv').Options} options
 */
function createAjv(options) {
  return new Ajv2020({
    strict: false,
    validateFormats: true,
    formats,
    // Inlining would multiply the code of nested references.
    inlineRefs: false,
    logger: false,
    code: { process: limitErrors },
    ...options,
  });
}

/**
 * Ajv collects errors without end. Its code is made to stop at a number, where it counts them.
 * @param {string} code
 * @param {{ schema: unknown } | undefined} env
 */
function limitErrors(code, env) {
  // Strings in the schema that contain such code would be changed too.
  if (JSON.stringify(env?.schema ?? '').search(COUNTED) >= 0) throw new Error('it contains program code');
  const stop = `>${MAX_ERRORS})throw Object.assign(new Error("too many errors"),{name:"${TOO_MANY}"});`;
  return code.replace(COUNTED, (found) =>
    found === 'errors++;' ? `if(++errors${stop}` : `if((errors = vErrors.length)${stop}`,
  );
}

// @ts-check
/** Plain JavaScript: validation threads run it directly. */

const MAX_QUOTE = 200;
const MAX_MESSAGE = 300;
const MAX_POINTER = 4_096;
/** Together: a key of the value may be as long as the value, and appear in every error. */
const MAX_TOTAL = 256 * 1024;

/**
 * One error of Ajv in words, small enough to be passed on.
 * @typedef {object} SchemaError
 * @property {string} keyword
 * @property {string} pointer JSON pointer of the value
 * @property {string | undefined} key of the property that the error is about, where Ajv names only its object
 * @property {string} message
 */

/**
 * @param {readonly import('ajv').ErrorObject[]} errors
 * @returns {SchemaError[]}
 */
export function describeSchemaErrors(errors) {
  const described = [];
  let total = 0;
  for (const error of errors) {
    const key = namedKey(error)?.slice(0, MAX_POINTER);
    const pointer = error.instancePath.slice(0, MAX_POINTER);
    const message = describe(error).slice(0, MAX_MESSAGE);
    total += pointer.length + message.length + (key?.length ?? 0);
    if (total > MAX_TOTAL && described.length > 0) break;
    described.push({ keyword: error.keyword, pointer, key, message });
  }
  return described;
}

/** @param {import('ajv').ErrorObject} error */
function namedKey({ keyword, params }) {
  if (keyword === 'required' || keyword === 'dependentRequired') return String(params.missingProperty);
  if (keyword === 'additionalProperties') return String(params.additionalProperty);
  if (keyword === 'unevaluatedProperties') return String(params.unevaluatedProperty);
  return undefined;
}

/** @param {import('ajv').ErrorObject} error */
function describe({ keyword, params, message }) {
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return 'is required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not a known property';
    case 'enum':
      return `must be one of ${JSON.stringify(params.allowedValues).slice(1, -1).slice(0, MAX_QUOTE)}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue).slice(0, MAX_QUOTE)}`;
    case 'false schema':
      return 'is not allowed';
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${counted(params.limit, 'character')}`;
    case 'minItems':
      return `must have at least ${counted(params.limit, 'item')}`;
    case 'maxItems':
      return `must have at most ${counted(params.limit, 'item')}`;
    default:
      return message ?? `fails ${keyword}`;
  }
}

/**
 * @param {number} count
 * @param {string} noun
 */
function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

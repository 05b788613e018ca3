import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Issue } from '../domain/issue.js';

const MAX_ISSUES = 20;

/** Keywords that judge a value by several schemas, or as a whole: what they say may depend on anything inside. */
const COMPOUND = new Set(['anyOf', 'oneOf', 'not', 'if', 'contains', 'const', 'enum', 'uniqueItems']);

/**
 * Ajv's errors as issues, in words and without repetition.
 *
 * @param path where the validated value stands
 * @param open places below it that are not known yet, see `validate`
 */
export function describeSchemaErrors(
  errors: readonly ErrorObject[],
  path: string[],
  open: readonly string[][],
): Issue[] {
  const located = errors.map((error) => ({ error, at: pointerKeys(error.instancePath) }));
  const undecided = [
    ...open,
    ...located
      .filter(({ error, at }) => COMPOUND.has(error.keyword) && open.some((place) => isWithin(place, at)))
      .map(({ at }) => at),
  ];
  const issues = new Map<string, Issue>();
  for (const { error, at } of located) {
    if (error.keyword === 'if' || undecided.some((place) => isWithin(at, place))) continue;
    const issue = { path: [...path, ...at, ...namedKey(error)], message: describe(error) };
    issues.set(JSON.stringify(issue), issue);
    if (issues.size === MAX_ISSUES) break;
  }
  return [...issues.values()];
}

/** Whether `place` is `container` or lies inside it. */
function isWithin(place: readonly string[], container: readonly string[]): boolean {
  return container.every((key, index) => place[index] === key);
}

function pointerKeys(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The property that an error is about where Ajv names only its object. */
function namedKey({ keyword, params }: ErrorObject): string[] {
  if (keyword === 'required' || keyword === 'dependentRequired') return [String(params.missingProperty)];
  if (keyword === 'additionalProperties') return [String(params.additionalProperty)];
  if (keyword === 'unevaluatedProperties') return [String(params.unevaluatedProperty)];
  return [];
}

function describe({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return 'is required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not a known property';
    case 'enum':
      return `must be one of ${JSON.stringify(params.allowedValues).slice(1, -1).slice(0, 200)}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue).slice(0, 200)}`;
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

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

import { texts as common } from './common.js';

export const texts = {
  ...common,

  schemas: {
    input: 'Input',
    inputHint: 'Job params must match this schema.',
    noInput: 'No input schema: any JSON object is accepted.',
    output: 'Output',
    outputHint: 'Results that do not match this schema fail the job.',
    noOutput: 'No output schema: any result is accepted.',
    declaredTypes: 'declared types',
    fieldsOf: (title: string) => `${title} fields`,
    viewJson: 'View as JSON',
    schemaOf: (title: string) => `${title} schema`,
    required: 'required',
  },
  /** Types and rules of a JSON Schema. */
  schema: {
    nothing: 'nothing',
    any: 'any',
    oneOf: 'one of',
    typeOneOf: (type: string) => `${type}, one of`,
    allOf: 'all of',
    typeAllOf: (type: string) => `${type}, all of`,
    types: (types: readonly unknown[]) => types.join(' or '),
    list: 'list',
    listOf: (type: string) => `list of ${type}`,
    value: 'value',
    object: 'object',
    /** By keyword. */
    rules: {
      minimum: (value: unknown) => `at least ${value}`,
      exclusiveMinimum: (value: unknown) => `greater than ${value}`,
      maximum: (value: unknown) => `at most ${value}`,
      exclusiveMaximum: (value: unknown) => `less than ${value}`,
      multipleOf: (value: unknown) => `multiple of ${value}`,
      minLength: (value: unknown) => (value === 1 ? 'not empty' : `at least ${value} characters`),
      maxLength: (value: unknown) => `at most ${value} characters`,
      pattern: (value: unknown) => `pattern ${value}`,
      format: (value: unknown) => `format ${value}`,
      minItems: (value: unknown) => (value === 1 ? 'not empty' : `at least ${value} items`),
      maxItems: (value: unknown) => `at most ${value} items`,
      const: (value: unknown) => `always ${JSON.stringify(value)}`,
      default: (value: unknown) => `default ${JSON.stringify(value)}`,
    },
    uniqueItems: 'unique items',
    closed: 'no other properties',
  },
} as const;

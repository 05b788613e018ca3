import {
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { LIMITS } from '../../domain/limits.js';

/**
 * Path of a list in the variables that exceeds every limit. Values of the JSON scalar are checked
 * where they are read.
 */
export function tooLongList(
  schema: GraphQLSchema,
  definitions: OperationDefinitionNode['variableDefinitions'],
  variables: Readonly<Record<string, unknown>>,
): string | undefined {
  for (const { variable, type } of definitions ?? []) {
    const name = variable.name.value;
    const found = find(typeFromAST(schema, type as never) as GraphQLInputType, variables[name]);
    if (found !== undefined) return name + found;
  }
  return undefined;
}

function find(type: GraphQLInputType, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (isNonNullType(type)) return find(type.ofType, value);
  if (isListType(type)) {
    if (!Array.isArray(value)) return find(type.ofType, value);
    if (value.length > LIMITS.listItems) return '';
    for (const item of value) {
      const found = find(type.ofType, item);
      if (found !== undefined) return found;
    }
  }
  if (!isInputObjectType(type)) return undefined;
  const fields = type.getFields();
  for (const [name, given] of Object.entries(value)) {
    const field = fields[name];
    const found = field && find(field.type, given);
    if (found !== undefined) return `.${name}${found}`;
  }
  return undefined;
}

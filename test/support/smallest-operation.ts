import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';

/** The smallest operation that uses a root field, with values that fit its required arguments. */
export function smallestOperation(
  root: string,
  { name, args, type }: GraphQLField<unknown, unknown>,
): string {
  const given = args.filter(isRequiredArgument).map((arg) => `${arg.name}: ${literal(arg.type)}`);
  const selection = isCompositeType(getNamedType(type)) ? ' { __typename }' : '';
  return `${root.toLowerCase()} { ${name}${given.length > 0 ? `(${given.join(', ')})` : ''}${selection} }`;
}

function literal(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literal(type.ofType);
  if (isListType(type)) return `[${literal(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField);
    return `{${fields.map((field) => `${field.name}: ${literal(field.type)}`).join(', ')}}`;
  }
  return (
    { Boolean: 'true', Int: '1', JSON: '{}', Duration: '"1s"', DateTime: '"2026-01-01T00:00:00Z"' }[
      type.name
    ] ?? '"nothing"'
  );
}

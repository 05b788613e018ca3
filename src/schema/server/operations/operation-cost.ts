/**
 * The maximum cost of an operation, computed before it runs: a field costs 1, and what is below a
 * list is multiplied by its page size. (GraphQL Armor's own computation does not know page sizes.)
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isCompositeType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type VariableDefinitionNode,
} from 'graphql';
import { LIMITS } from '../../../domain/limits.js';
import type { Actor } from '../../../services/access/context.js';
import { refuseBeyondScope } from '../../access/refuse-beyond-scope.js';
import { pageSize } from '../../lists/keyset.js';
import { tooLongList } from '../../lists/list-sizes.js';
import { codedError } from '../../types/coded-error.js';

/** A hundred jobs with all their fields cost about 4,000. */
const MAX_OPERATION_COST = LIMITS.operationFields;

/** Lists without pages are short, such as attempts of a job or deployments of an agent. */
const TYPICAL_LIST = 10;

export interface Operation {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Why the operation is refused: `FORBIDDEN` beyond the scope of the token, `BAD_USER_INPUT` for variables
 * that do not fit and impossible page sizes, or `TOO_COMPLEX`. Empty if it may run.
 */
export function refuseOperation(operation: Operation, actor: Actor | undefined): readonly GraphQLError[] {
  const { schema, document, operationName } = operation;
  const beyondScope = refuseBeyondScope(schema, document, actor);
  if (beyondScope) return [beyondScope];
  const node = getOperationAST(document, operationName);
  if (!node || accepted.has(node)) return [];
  const refusals = refusalsOf(operation, node.variableDefinitions ?? []);
  if (refusals.length === 0 && !node.variableDefinitions?.length) accepted.add(node);
  return refusals;
}

/**
 * Operations without variables that are not too complex, whoever sends them. Clients send the same documents
 * again and again.
 */
const accepted = new WeakSet<OperationDefinitionNode>();

function refusalsOf(
  operation: Operation,
  definitions: readonly VariableDefinitionNode[],
): readonly GraphQLError[] {
  const { schema, variableValues } = operation;
  const { coerced, errors } = getVariableValues(schema, definitions, variableValues ?? {});
  if (errors) return errors.map(({ message, nodes }) => badInput(message, nodes));
  const list = tooLongList(schema, definitions, coerced);
  if (list !== undefined)
    return [badInput(`$${list} has more than ${LIMITS.listItems.toLocaleString('en')} items.`)];
  try {
    const cost = reckon(operation, coerced);
    if (cost <= MAX_OPERATION_COST) return [];
    const message = `This operation could return ${cost} fields; the limit is ${MAX_OPERATION_COST}. Request smaller pages, or split the operation.`;
    return [codedError('TOO_COMPLEX', message)];
  } catch (error) {
    return [error as GraphQLError];
  }
}

function badInput(message: string, nodes?: GraphQLError['nodes']): GraphQLError {
  return new GraphQLError(message, { nodes, extensions: { code: 'BAD_USER_INPUT' } });
}

function reckon({ schema, document, operationName }: Operation, variables: Record<string, unknown>): number {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return 0;
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  return new Reckoning(schema, variables, fragments).selectionSet(operation.selectionSet, root, 1);
}

class Reckoning {
  /** Within the same page size, a fragment costs the same wherever it is spread. */
  readonly #known = new Map<string, number>();

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly variables: Record<string, unknown>,
    private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  ) {}

  /** @param page size of the page whose connection this is selected on */
  selectionSet({ selections }: SelectionSetNode, parent: GraphQLCompositeType, page: number): number {
    let cost = 0;
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) cost += this.#field(selection, parent, page);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) cost += this.#fragment(selection.name.value, page);
      else
        cost += this.selectionSet(
          selection.selectionSet,
          this.#typeOf(selection.typeCondition, parent),
          page,
        );
    }
    return cost;
  }

  #fragment(name: string, page: number): number {
    const key = `${page} ${name}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const fragment = this.fragments.get(name);
    const type = fragment && this.schema.getType(fragment.typeCondition.name.value);
    const cost = isCompositeType(type) && fragment ? this.selectionSet(fragment.selectionSet, type, page) : 0;
    this.#known.set(key, cost);
    return cost;
  }

  #typeOf(
    condition: { name: { value: string } } | undefined,
    parent: GraphQLCompositeType,
  ): GraphQLCompositeType {
    const type = condition && this.schema.getType(condition.name.value);
    return isCompositeType(type) ? type : parent;
  }

  #field(node: FieldNode, parent: GraphQLCompositeType, page: number): number {
    const field = 'getFields' in parent ? parent.getFields()[node.name.value] : undefined;
    const type = field && getNamedType(field.type);
    // Introspection has limits of its own.
    if (!field || !isCompositeType(type) || !node.selectionSet) return 1;
    const isConnection = isObjectType(type) && 'pageInfo' in type.getFields();
    const inner = this.selectionSet(node.selectionSet, type, isConnection ? this.#pageOf(field, node) : 1);
    return 1 + this.#times(field, node, parent, page) * inner;
  }

  #times(
    field: GraphQLField<unknown, unknown>,
    node: FieldNode,
    parent: GraphQLCompositeType,
    page: number,
  ): number {
    if (!isListType(getNullableType(field.type))) return 1;
    if (field.name === 'edges' && 'getFields' in parent && 'pageInfo' in parent.getFields()) return page;
    const { last } = getArgumentValues(field, node, this.variables);
    return Math.max(TYPICAL_LIST, typeof last === 'number' ? last : 0);
  }

  #pageOf(field: GraphQLField<unknown, unknown>, node: FieldNode): number {
    return pageSize(getArgumentValues(field, node, this.variables)).size;
  }
}

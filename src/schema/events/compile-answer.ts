/**
 * Writes the answer of a subscription to an event as JSON text, without graphql-js. A burst executes
 * one document thousands of times: what graphql-js determines each time (which fields, their types
 * and arguments) is determined once here, and no result object is built.
 *
 * Only plain answers are written: objects and values that resolvers return synchronously. For
 * everything else (an error, a promise, an invalid null, a list of objects, an interface) the caller
 * executes the event with graphql-js, so both give the same answer.
 */
import {
  defaultFieldResolver,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getOperationAST,
  getVariableValues,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type SubscriptionArgs,
} from 'graphql';

/** The JSON text for one event. Undefined if the event has to be executed with graphql-js. */
export type WriteAnswer = (rootValue: unknown, contextValue: unknown) => string | undefined;

type WriteValue = (value: unknown) => string;
type Path = GraphQLResolveInfo['path'];

/** Thrown and caught in this file when an answer, or the whole document, is not plain. */
const NOT_PLAIN = new Error('not a plain answer');

/**
 * @param maxLength answers of about this length or more are left to graphql-js
 * @returns undefined if no answer to this document is plain
 */
export function compileAnswer(subscribing: SubscriptionArgs, maxLength: number): WriteAnswer | undefined {
  try {
    return new AnswerCompiler(subscribing, maxLength).compile();
  } catch {
    return undefined;
  }
}

class AnswerCompiler {
  readonly #schema;
  readonly #operation: OperationDefinitionNode;
  readonly #fragments: Record<string, FragmentDefinitionNode>;
  readonly #variables: Record<string, unknown>;
  /** What resolvers receive for the current event, and how much has been written. */
  #rootValue: unknown;
  #contextValue: unknown;
  #length = 0;

  constructor(
    { schema, document, operationName, variableValues }: SubscriptionArgs,
    private readonly maxLength: number,
  ) {
    this.#schema = schema;
    this.#operation = getOperationAST(document, operationName) ?? refuse();
    this.#fragments = Object.fromEntries(
      document.definitions.flatMap((node) =>
        node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [],
      ),
    );
    const definitions = this.#operation.variableDefinitions ?? [];
    this.#variables = getVariableValues(schema, definitions, variableValues ?? {}).coerced ?? refuse();
  }

  compile(): WriteAnswer {
    const root = this.#schema.getSubscriptionType() ?? refuse();
    const write = this.#objectWriter(root, this.#operation.selectionSet, undefined);
    return (rootValue, contextValue) => {
      this.#rootValue = rootValue;
      this.#contextValue = contextValue;
      this.#length = 0;
      try {
        return `{"data":${write(rootValue)}}`;
      } catch {
        return undefined;
      }
    };
  }

  #objectWriter(type: GraphQLObjectType, selections: SelectionSetNode, path: Path | undefined): WriteValue {
    const fields = new Map<string, WriteValue>();
    this.#collectFields(type, selections, path, fields);
    const entries = [...fields].map(([key, write], index) => ({
      name: `${index === 0 ? '' : ','}${JSON.stringify(key)}:`,
      write,
    }));
    return (source) => {
      let text = '{';
      for (const { name, write } of entries) text += name + write(source);
      return `${text}}`;
    };
  }

  #collectFields(
    type: GraphQLObjectType,
    { selections }: SelectionSetNode,
    path: Path | undefined,
    fields: Map<string, WriteValue>,
  ): void {
    for (const node of selections) {
      if (getDirectiveValues(GraphQLSkipDirective, node, this.#variables)?.if === true) continue;
      if (getDirectiveValues(GraphQLIncludeDirective, node, this.#variables)?.if === false) continue;
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        // A repeated name may select more fields of the same object.
        if (fields.has(key)) throw NOT_PLAIN;
        fields.set(key, this.#fieldWriter(type, node, { prev: path, key, typename: type.name }));
        continue;
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : this.#fragments[node.name.value];
      if (!fragment || (fragment.typeCondition?.name.value ?? type.name) !== type.name) throw NOT_PLAIN;
      this.#collectFields(type, fragment.selectionSet, path, fields);
    }
  }

  #fieldWriter(parentType: GraphQLObjectType, node: FieldNode, path: Path): WriteValue {
    if (node.name.value === '__typename') return () => JSON.stringify(parentType.name);
    const field = parentType.getFields()[node.name.value] ?? refuse();
    const args = getArgumentValues(field, node, this.#variables);
    const resolve = field.resolve ?? defaultFieldResolver;
    const write = this.#valueWriter(field.type, node.selectionSet, path);
    const rootValue = () => this.#rootValue;
    const info: GraphQLResolveInfo = {
      fieldName: field.name,
      fieldNodes: [node],
      returnType: field.type,
      parentType,
      path,
      schema: this.#schema,
      fragments: this.#fragments,
      get rootValue() {
        return rootValue();
      },
      operation: this.#operation,
      variableValues: this.#variables,
    };
    return (source) => {
      const text = write(atOnce(resolve(source, args, this.#contextValue, info)));
      this.#length += text.length;
      return this.#length > this.maxLength ? refuse() : text;
    };
  }

  #valueWriter(type: GraphQLOutputType, selections: SelectionSetNode | undefined, path: Path): WriteValue {
    if (isNonNullType(type)) {
      const write = this.#valueWriter(type.ofType, selections, path);
      return (value) => (value == null ? refuse() : write(value));
    }
    if (isLeafType(type)) return (value) => (value == null ? 'null' : leafText(type.serialize(value)));
    if (isListType(type) && !selections) {
      const write = this.#valueWriter(type.ofType, undefined, path);
      const writeAll = (value: unknown) =>
        Array.isArray(value) ? `[${value.map((item) => write(atOnce(item))).join(',')}]` : refuse();
      return (value) => (value == null ? 'null' : writeAll(value));
    }
    if (!isObjectType(type) || !selections || type.isTypeOf) throw NOT_PLAIN;
    const write = this.#objectWriter(type, selections, path);
    return (value) => (value == null ? 'null' : write(value));
  }
}

function leafText(serialized: unknown): string {
  return serialized == null ? refuse() : (JSON.stringify(serialized) ?? refuse());
}

/** The value a resolver returned, unless it is a promise or an error. */
function atOnce(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return refuse();
  const { then } = value as Partial<PromiseLike<unknown>>;
  if (typeof then !== 'function') return value;
  // The promise is not used: graphql-js calls the resolver again.
  then.call(value, undefined, () => {});
  return refuse();
}

function refuse(): never {
  throw NOT_PLAIN;
}

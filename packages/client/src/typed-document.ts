/**
 * The text of an operation with the types of its result and variables. GraphQL Code Generator writes such documents with
 * `documentMode: 'string'`; the documents of this package are some.
 */
export interface TypedDocument<Result, Variables> extends DocumentTypeDecoration<Result, Variables> {
  toString(): string;
}

/** As `@graphql-typed-document-node/core` has it: the member exists in types only. */
export interface DocumentTypeDecoration<Result, Variables> {
  __apiType?: (variables: Variables) => Result;
}

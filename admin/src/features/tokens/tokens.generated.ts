/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** Selects API tokens. All given conditions must match. */
export type ApiTokenFilter = {
  /** True for tokens that are neither revoked nor expired; false for the others. */
  inForce?: boolean | null | undefined;
  /** Only tokens with one of these roles. */
  role?: Array<Role> | null | undefined;
  /** Text contained in the name, ignoring case; or a full ID. */
  search?: string | null | undefined;
};

/** A new API token. */
export type CreateApiTokenInput = {
  /** Time the token expires. Defaults to never. */
  expiresAt?: string | null | undefined;
  /** Display name, 1 to 100 characters. */
  name: string;
  /** Role that requests with this token have. */
  role: Role;
};

/** Role of an API token. Each role includes the ones before it. */
export type Role =
  /** Can also edit resources and manage API tokens. */
  | 'ADMIN'
  /** Can also trigger, pause, hint, retry and cancel. */
  | 'OPERATOR'
  /** Can read. */
  | 'VIEWER';

export type TokenRowFragment = { id: string, name: string, role: Role, hint: string, createdAt: string, createdBy: string | null, createdByName: string | null, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null };

export type TokenListQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: ApiTokenFilter | null | undefined;
}>;


export type TokenListQuery = { apiTokens: { totalCount: number, edges: Array<{ node: { id: string, name: string, role: Role, hint: string, createdAt: string, createdBy: string | null, createdByName: string | null, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type TokenCreateMutationVariables = Exact<{
  input: CreateApiTokenInput;
}>;


export type TokenCreateMutation = { createApiToken:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'CreatedApiToken', token: string, apiToken: { id: string, name: string, role: Role, hint: string, createdAt: string, createdBy: string | null, createdByName: string | null, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null } | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type TokenRevokeMutationVariables = Exact<{
  id: string | number;
}>;


export type TokenRevokeMutation = { revokeApiToken:
    | { __typename: 'ApiToken', id: string, name: string, role: Role, hint: string, createdAt: string, createdBy: string | null, createdByName: string | null, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export const TokenRowFragmentDoc = gql`
    fragment TokenRow on ApiToken {
  id
  name
  role
  hint
  createdAt
  createdBy
  createdByName
  lastUsedAt
  expiresAt
  revokedAt
}
    ` as unknown as DocumentNode<TokenRowFragment, unknown>;
export const TokenListDocument = gql`
    query TokenList($first: Int, $after: String, $filter: ApiTokenFilter) {
  apiTokens(first: $first, after: $after, filter: $filter) {
    totalCount
    edges {
      node {
        ...TokenRow
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    ${TokenRowFragmentDoc}` as unknown as DocumentNode<TokenListQuery, TokenListQueryVariables>;
export const TokenCreateDocument = gql`
    mutation TokenCreate($input: CreateApiTokenInput!) {
  createApiToken(input: $input) {
    __typename
    ... on CreatedApiToken {
      token
      apiToken {
        ...TokenRow
      }
    }
    ... on Error {
      code
      message
    }
    ... on ValidationError {
      issues {
        path
        message
      }
    }
  }
}
    ${TokenRowFragmentDoc}` as unknown as DocumentNode<TokenCreateMutation, TokenCreateMutationVariables>;
export const TokenRevokeDocument = gql`
    mutation TokenRevoke($id: ID!) {
  revokeApiToken(id: $id) {
    __typename
    ... on ApiToken {
      ...TokenRow
    }
    ... on Error {
      code
      message
    }
  }
}
    ${TokenRowFragmentDoc}` as unknown as DocumentNode<TokenRevokeMutation, TokenRevokeMutationVariables>;
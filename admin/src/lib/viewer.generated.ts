/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** Role of an API token. Each role includes the ones before it. */
export type Role =
  /** Can also edit resources and manage API tokens. */
  | 'ADMIN'
  /** Can also trigger, pause, hint, retry and cancel. */
  | 'OPERATOR'
  /** Can read. */
  | 'VIEWER';

export type BootQueryVariables = Exact<{ [key: string]: never; }>;


export type BootQuery = { eventCursor: string, me: { id: string, name: string, role: Role } | null };


export const BootDocument = gql`
    query Boot {
  me {
    id
    name
    role
  }
  eventCursor
}
    ` as unknown as DocumentNode<BootQuery, BootQueryVariables>;
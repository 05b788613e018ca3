/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** All that are given must hold. */
export type AuditFilter = {
  action?: string | null | undefined;
  actorId?: string | number | null | undefined;
  entityId?: string | number | null | undefined;
  entityType?: string | null | undefined;
  /** At this instant or later. */
  from?: string | null | undefined;
  origin?: AuditOrigin | null | undefined;
  /** Before this instant. */
  to?: string | null | undefined;
};

/** By which way. ADMIN: signing in and out in a browser; SERVER: Callboard itself, e.g. when it was first started; SQL: a statement in the database. */
export type AuditOrigin =
  | 'ADMIN'
  | 'GRAPHQL'
  | 'SERVER'
  | 'SQL'
  | 'WEBHOOK';

/** VIEWER reads; OPERATOR also triggers, retries and cancels; ADMIN also edits and manages tokens. */
export type Role =
  | 'ADMIN'
  | 'OPERATOR'
  | 'VIEWER';

export type AuditTrailQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: AuditFilter | null | undefined;
}>;


export type AuditTrailQuery = { auditEntries: { edges: Array<{ node: { id: string, at: string, actorId: string | null, actorName: string | null, actorRole: Role | null, action: string, before: unknown, after: unknown, origin: AuditOrigin, address: string | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };


export const AuditTrailDocument = gql`
    query AuditTrail($first: Int, $after: String, $filter: AuditFilter) {
  auditEntries(first: $first, after: $after, filter: $filter) {
    edges {
      node {
        id
        at
        actorId
        actorName
        actorRole
        action
        before
        after
        origin
        address
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    ` as unknown as DocumentNode<AuditTrailQuery, AuditTrailQueryVariables>;
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** Selects audit entries. All given conditions must match. */
export type AuditFilter = {
  /** Name of the action, exactly as in `AuditEntry.action`. */
  action?: string | null | undefined;
  /** ID of the actor. */
  actorId?: string | number | null | undefined;
  /** ID of the changed resource. */
  entityId?: string | number | null | undefined;
  /**
   * Type of the changed resource, exactly as in `AuditEntry.entityType`.
   * @deprecated Use `resourceType`, which is an enum.
   */
  entityType?: string | null | undefined;
  /** Only entries at or after this time. */
  from?: string | null | undefined;
  /** How the action reached Callboard. */
  origin?: AuditOrigin | null | undefined;
  /** Type of the changed resource. */
  resourceType?: AuditResource | null | undefined;
  /** Only entries before this time. */
  to?: string | null | undefined;
};

/** How an action reached Callboard. */
export type AuditOrigin =
  /** Signing in to or out of the admin UI. */
  | 'ADMIN'
  /** A GraphQL mutation. */
  | 'GRAPHQL'
  /** Callboard itself, for example at its first start. */
  | 'SERVER'
  /** A statement executed directly in the database. */
  | 'SQL'
  /** A call of a webhook. */
  | 'WEBHOOK';

/** Type of a changed resource. */
export type AuditResource =
  /** An agent. */
  | 'AGENT'
  /** A setting. The ID is its key. */
  | 'AGENT_CONFIG'
  /** A database login of agents. The ID is its name. */
  | 'AGENT_LOGIN'
  /** The version deployed of an agent. The ID is that of the agent. */
  | 'AGENT_VERSION_DEPLOYMENT'
  /** An API token. */
  | 'API_TOKEN'
  /** A backfill. */
  | 'BACKFILL'
  /** An endpoint that was checked. The ID is its URL. */
  | 'ENDPOINT'
  /** A job. The ID is its `jobId`. */
  | 'JOB_EXECUTION'
  /** A notification channel. The ID is its name. */
  | 'NOTIFICATION_CHANNEL'
  /** A code that this version of Callboard does not know. */
  | 'OTHER'
  /** Somebody who signs in with the identity provider. */
  | 'PERSON'
  /** A pipeline. */
  | 'PIPELINE'
  /** A schedule. */
  | 'SCHEDULE'
  /** A run. */
  | 'SCHEDULE_EXECUTION'
  /** A webhook. */
  | 'WEBHOOK'
  /** A worker. */
  | 'WORKER';

/** Role of an API token. Each role includes the ones before it. */
export type Role =
  /** Can also edit resources and manage API tokens. */
  | 'ADMIN'
  /** Can also trigger, pause, hint, retry and cancel. */
  | 'OPERATOR'
  /** Can read. */
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
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** Environment to which agent versions are deployed. */
export type AgentEnvironment =
  /** Development. */
  | 'DEVELOPMENT'
  /** Production, the default. */
  | 'PRODUCTION'
  /** Staging. */
  | 'STAGING';

/** Selects agents. All given conditions must match. */
export type AgentFilter = {
  /** Only agents that are enabled (true) or disabled (false). */
  enabled?: boolean | null | undefined;
  /** Only agents whose last health check had one of these results. */
  healthStatus?: Array<HealthStatus> | null | undefined;
  /** Text contained in the ID, name or description. Ignores case. */
  search?: string | null | undefined;
};

/** A sort order. */
export type AgentOrder = {
  /** Ascending or descending. */
  direction?: OrderDirection;
  /** What to sort by. */
  field: AgentOrderField;
};

/** What to sort by. */
export type AgentOrderField =
  /** By time of registration. */
  | 'CREATED_AT'
  /** By ID. */
  | 'ID'
  /** By name. */
  | 'NAME';

/** State of a circuit breaker. */
export type CircuitState =
  /** Calls are made. */
  | 'CLOSED'
  /** One job has been sent as a probe. Others wait. */
  | 'HALF_OPEN'
  /** The address does not answer. Jobs wait. */
  | 'OPEN';

/** Kind of endpoint. */
export type EndpointType =
  /** A cloud function. */
  | 'CLOUD_FUNCTION'
  /** An HTTP service. */
  | 'HTTP'
  /** An n8n workflow. Its default for `completion` is `REPORT`. */
  | 'N8N'
  /** A webhook of another product. Its default for `completion` is `REPORT`. */
  | 'WEBHOOK';

/** Result of a health check. */
export type HealthStatus =
  /** The agent works with restrictions. */
  | 'DEGRADED'
  /** The agent works. */
  | 'HEALTHY'
  /** The agent does not work or did not answer. */
  | 'UNHEALTHY';

/** State of an agent’s heartbeats, judged by `engineConfig`. */
export type HeartbeatStatus =
  /** The last heartbeat is recent. */
  | 'ALIVE'
  /** No heartbeat for `deadHeartbeatThreshold` intervals. */
  | 'DEAD'
  /** No heartbeat for longer than `heartbeatIntervalMs`. */
  | 'LATE'
  /** The agent sends no heartbeats. None are required. */
  | 'NEVER';

/** Sort direction. */
export type OrderDirection =
  /** Ascending. */
  | 'ASC'
  /** Descending. */
  | 'DESC';

export type AgentLoadFragment = { id: string, runningJobs: number, parkedJobs: number, circuit: { state: CircuitState, failures: number, openedAt: string | null, nextProbeAt: string | null, reason: string | null } | null, heartbeat: { lastAt: string | null, status: HeartbeatStatus } };

export type AgentRowFragment = { id: string, name: string, description: string | null, version: string, enabled: boolean, healthStatus: HealthStatus | null, healthMessage: string | null, healthCheckedAt: string | null, maxConcurrency: number | null, runningJobs: number, parkedJobs: number, endpoint: { type: EndpointType, url: string } | null, deployments: Array<{ id: string, environment: AgentEnvironment, version: string }>, stats: { total: number, failed: number, successRate: number | null, p50Ms: number | null, p95Ms: number | null, sampled: boolean }, circuit: { state: CircuitState, failures: number, openedAt: string | null, nextProbeAt: string | null, reason: string | null } | null, heartbeat: { lastAt: string | null, status: HeartbeatStatus } };

export type AgentListQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: AgentFilter | null | undefined;
  orderBy?: AgentOrder | null | undefined;
}>;


export type AgentListQuery = { agents: { totalCount: number, edges: Array<{ node: { id: string, name: string, description: string | null, version: string, enabled: boolean, healthStatus: HealthStatus | null, healthMessage: string | null, healthCheckedAt: string | null, maxConcurrency: number | null, runningJobs: number, parkedJobs: number, endpoint: { type: EndpointType, url: string } | null, deployments: Array<{ id: string, environment: AgentEnvironment, version: string }>, stats: { total: number, failed: number, successRate: number | null, p50Ms: number | null, p95Ms: number | null, sampled: boolean }, circuit: { state: CircuitState, failures: number, openedAt: string | null, nextProbeAt: string | null, reason: string | null } | null, heartbeat: { lastAt: string | null, status: HeartbeatStatus } } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type AgentLoadsQueryVariables = Exact<{
  filter?: AgentFilter | null | undefined;
  orderBy?: AgentOrder | null | undefined;
}>;


export type AgentLoadsQuery = { agents: { edges: Array<{ node: { id: string, runningJobs: number, parkedJobs: number, circuit: { state: CircuitState, failures: number, openedAt: string | null, nextProbeAt: string | null, reason: string | null } | null, heartbeat: { lastAt: string | null, status: HeartbeatStatus } } }> } };

export type AgentSearchQueryVariables = Exact<{
  search: string;
}>;


export type AgentSearchQuery = { agents: { edges: Array<{ node: { id: string, name: string } }> } };

export type AgentCheckEndpointMutationVariables = Exact<{
  url: string;
}>;


export type AgentCheckEndpointMutation = { checkEndpoint:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'EndpointCheck', reachable: boolean, statusCode: number | null, message: string, durationMs: number }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export const AgentLoadFragmentDoc = gql`
    fragment AgentLoad on Agent {
  id
  runningJobs
  parkedJobs
  circuit {
    state
    failures
    openedAt
    nextProbeAt
    reason
  }
  heartbeat {
    lastAt
    status
  }
}
    ` as unknown as DocumentNode<AgentLoadFragment, unknown>;
export const AgentRowFragmentDoc = gql`
    fragment AgentRow on Agent {
  id
  name
  description
  version
  enabled
  healthStatus
  healthMessage
  healthCheckedAt
  maxConcurrency
  endpoint {
    type
    url
  }
  deployments {
    id
    environment
    version
  }
  stats(hours: 24) {
    total
    failed
    successRate
    p50Ms
    p95Ms
    sampled
  }
  ...AgentLoad
}
    ` as unknown as DocumentNode<AgentRowFragment, unknown>;
export const AgentListDocument = gql`
    query AgentList($first: Int, $after: String, $filter: AgentFilter, $orderBy: AgentOrder) {
  agents(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
    totalCount
    edges {
      node {
        ...AgentRow
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    ${AgentRowFragmentDoc}
${AgentLoadFragmentDoc}` as unknown as DocumentNode<AgentListQuery, AgentListQueryVariables>;
export const AgentLoadsDocument = gql`
    query AgentLoads($filter: AgentFilter, $orderBy: AgentOrder) {
  agents(first: 100, filter: $filter, orderBy: $orderBy) {
    edges {
      node {
        ...AgentLoad
      }
    }
  }
}
    ${AgentLoadFragmentDoc}` as unknown as DocumentNode<AgentLoadsQuery, AgentLoadsQueryVariables>;
export const AgentSearchDocument = gql`
    query AgentSearch($search: String!) {
  agents(first: 5, filter: {search: $search}) {
    edges {
      node {
        id
        name
      }
    }
  }
}
    ` as unknown as DocumentNode<AgentSearchQuery, AgentSearchQueryVariables>;
export const AgentCheckEndpointDocument = gql`
    mutation AgentCheckEndpoint($url: String!) {
  checkEndpoint(input: {url: $url}) {
    __typename
    ... on EndpointCheck {
      reachable
      statusCode
      message
      durationMs
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
    ` as unknown as DocumentNode<AgentCheckEndpointMutation, AgentCheckEndpointMutationVariables>;
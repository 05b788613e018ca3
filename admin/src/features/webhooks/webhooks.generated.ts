/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** A new webhook. */
export type CreateWebhookInput = {
  /** ID of the agent to run. Required for the target type `AGENT`. */
  agentId?: string | number | null | undefined;
  /** How long a repeated event ID counts as a duplicate. Defaults to 1 day, or 3 days for the profile `GITHUB`. */
  dedupeWindow?: number | string | null | undefined;
  /** Header that carries the event ID. Defaults to the one of the profile. */
  eventIdHeader?: string | null | undefined;
  /** Stable name chosen by the client, unique among resources of this type. Letters, digits, ".", "_" and "-"; at most 128 characters. Null if not set. */
  key?: string | null | undefined;
  /** Display name, 1 to 200 characters. */
  name: string;
  /** How the body of a call becomes params. */
  payload?: WebhookPayloadInput | null | undefined;
  /** ID of the pipeline to run. Required for the target type `PIPELINE`. */
  pipelineId?: string | number | null | undefined;
  /** How calls are signed. Defaults to `GENERIC`. */
  profile?: WebhookProfile | null | undefined;
  /** ID of the schedule to run, often a template. Required for the target type `SCHEDULE`. */
  scheduleId?: string | number | null | undefined;
  /** Secret that signs calls, at least 16 characters. Defaults to a generated one. */
  secret?: string | null | undefined;
  /** What a call starts. */
  targetType: WebhookTargetType;
};

/** Sort direction. */
export type OrderDirection =
  /** Ascending. */
  | 'ASC'
  /** Descending. */
  | 'DESC';

/** Changes to a webhook. Omitted fields keep their value; null resets a field to its default. `payload` is replaced as a whole. */
export type UpdateWebhookInput = {
  /** ID of the agent to run. Required for the target type `AGENT`. */
  agentId?: string | number | null | undefined;
  /** How long a repeated event ID counts as a duplicate. Defaults to 1 day, or 3 days for the profile `GITHUB`. */
  dedupeWindow?: number | string | null | undefined;
  /** Header that carries the event ID. Defaults to the one of the profile. */
  eventIdHeader?: string | null | undefined;
  /** Stable name chosen by the client, unique among resources of this type. Letters, digits, ".", "_" and "-"; at most 128 characters. Null if not set. */
  key?: string | null | undefined;
  /** Display name, 1 to 200 characters. */
  name?: string | null | undefined;
  /** How the body of a call becomes params. */
  payload?: WebhookPayloadInput | null | undefined;
  /** ID of the pipeline to run. Required for the target type `PIPELINE`. */
  pipelineId?: string | number | null | undefined;
  /** How calls are signed. Defaults to `GENERIC`. */
  profile?: WebhookProfile | null | undefined;
  /** ID of the schedule to run, often a template. Required for the target type `SCHEDULE`. */
  scheduleId?: string | number | null | undefined;
  /** What a call starts. */
  targetType?: WebhookTargetType | null | undefined;
};

/** Selects calls of a webhook. All given conditions must match. */
export type WebhookDeliveryFilter = {
  /** Only calls with this event ID. */
  eventId?: string | null | undefined;
  /** Only calls with one of these outcomes. */
  outcome?: Array<WebhookOutcome> | null | undefined;
};

/** Selects webhooks. All given conditions must match. */
export type WebhookFilter = {
  /** Only webhooks that run this agent. */
  agentId?: string | number | null | undefined;
  /** Only the webhook with this key. */
  key?: string | null | undefined;
  /** Only webhooks that run this pipeline. */
  pipelineId?: string | number | null | undefined;
  /** Only webhooks that run this schedule. */
  scheduleId?: string | number | null | undefined;
  /** Text contained in the name, ignoring case; or a full ID. */
  search?: string | null | undefined;
  /** Only webhooks that are suspended (true) or active (false). */
  suspended?: boolean | null | undefined;
  /** Only webhooks with this type of target. */
  targetType?: WebhookTargetType | null | undefined;
};

/** A sort order. */
export type WebhookOrder = {
  /** Ascending or descending. */
  direction?: OrderDirection;
  /** What to sort by. */
  field: WebhookOrderField;
};

/** What to sort by. */
export type WebhookOrderField =
  /** By time of creation. */
  | 'CREATED_AT'
  /** By name. */
  | 'NAME';

/** What a webhook call led to. */
export type WebhookOutcome =
  /** It started a run. */
  | 'ACCEPTED'
  /** The event had been received before. The response repeats the earlier run. */
  | 'DUPLICATE'
  /** It was refused. */
  | 'REJECTED';

/** How the body of a call becomes params. */
export type WebhookPayloadInput = {
  /** Name of the param that receives the body. Defaults to "payload". In `JSON` mode, null or an empty text merges the members of the body over the target’s params instead. */
  inputKey?: string | null | undefined;
  /** How the body is read. Defaults to `JSON`. */
  mode?: WebhookPayloadMode | null | undefined;
};

/** How the body of a webhook call is read. */
export type WebhookPayloadMode =
  /** As JSON. */
  | 'JSON'
  /** As text. */
  | 'RAW';

/** How calls of a webhook are signed. */
export type WebhookProfile =
  /** Headers `X-Signature`, `X-Timestamp` and `X-Event-Id`. */
  | 'GENERIC'
  /** GitHub: headers `X-Hub-Signature-256` and `X-GitHub-Delivery`. */
  | 'GITHUB'
  /** Standard Webhooks: headers `webhook-signature`, `webhook-timestamp` and `webhook-id`. */
  | 'STANDARD';

/** What a call of a webhook starts. */
export type WebhookTargetType =
  /** An agent. */
  | 'AGENT'
  /** A pipeline. */
  | 'PIPELINE'
  /** A schedule. */
  | 'SCHEDULE';

export type WebhookTargetFragment = { targetType: WebhookTargetType, agentId: string | null, pipelineId: string | null, scheduleId: string | null, agent: { id: string, name: string } | null, pipeline: { id: string, name: string } | null, schedule: { id: string, name: string } | null };

export type WebhookCallFragment = { id: string, eventId: string | null, outcome: WebhookOutcome, httpStatus: number, reason: string | null, scheduleExecutionId: string | null, bytes: number | null, remoteAddress: string | null, count: number, receivedAt: string, lastReceivedAt: string };

export type WebhookRowFragment = { id: string, name: string, profile: WebhookProfile, suspended: boolean, createdAt: string, targetType: WebhookTargetType, agentId: string | null, pipelineId: string | null, scheduleId: string | null, deliveries: { edges: Array<{ node: { id: string, eventId: string | null, outcome: WebhookOutcome, httpStatus: number, reason: string | null, scheduleExecutionId: string | null, bytes: number | null, remoteAddress: string | null, count: number, receivedAt: string, lastReceivedAt: string } }> }, agent: { id: string, name: string } | null, pipeline: { id: string, name: string } | null, schedule: { id: string, name: string } | null };

export type WebhookDetailFragment = { id: string, key: string | null, name: string, url: string, profile: WebhookProfile, previousSecretValidUntil: string | null, eventIdHeader: string | null, dedupeWindow: number | null, suspended: boolean, createdAt: string, updatedAt: string, createdBy: string, createdByName: string | null, targetType: WebhookTargetType, agentId: string | null, pipelineId: string | null, scheduleId: string | null, secret: { set: boolean, hint: string | null }, payload: { mode: WebhookPayloadMode, inputKey: string | null }, agent: { id: string, name: string } | null, pipeline: { id: string, name: string } | null, schedule: { id: string, name: string } | null };

export type WebhookListQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: WebhookFilter | null | undefined;
  orderBy?: WebhookOrder | null | undefined;
}>;


export type WebhookListQuery = { webhooks: { totalCount: number, edges: Array<{ node: { id: string, name: string, profile: WebhookProfile, suspended: boolean, createdAt: string, targetType: WebhookTargetType, agentId: string | null, pipelineId: string | null, scheduleId: string | null, deliveries: { edges: Array<{ node: { id: string, eventId: string | null, outcome: WebhookOutcome, httpStatus: number, reason: string | null, scheduleExecutionId: string | null, bytes: number | null, remoteAddress: string | null, count: number, receivedAt: string, lastReceivedAt: string } }> }, agent: { id: string, name: string } | null, pipeline: { id: string, name: string } | null, schedule: { id: string, name: string } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type WebhookOneQueryVariables = Exact<{
  id: string | number;
}>;


export type WebhookOneQuery = { webhook: { id: string, key: string | null, name: string, url: string, profile: WebhookProfile, previousSecretValidUntil: string | null, eventIdHeader: string | null, dedupeWindow: number | null, suspended: boolean, createdAt: string, updatedAt: string, createdBy: string, createdByName: string | null, targetType: WebhookTargetType, agentId: string | null, pipelineId: string | null, scheduleId: string | null, secret: { set: boolean, hint: string | null }, payload: { mode: WebhookPayloadMode, inputKey: string | null }, agent: { id: string, name: string } | null, pipeline: { id: string, name: string } | null, schedule: { id: string, name: string } | null } | null, schedulerConfig: { webhooks: { maxBodyBytes: number } } };

export type WebhookCallsQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: WebhookDeliveryFilter | null | undefined;
}>;


export type WebhookCallsQuery = { webhook: { id: string, deliveries: { edges: Array<{ node: { id: string, eventId: string | null, outcome: WebhookOutcome, httpStatus: number, reason: string | null, scheduleExecutionId: string | null, bytes: number | null, remoteAddress: string | null, count: number, receivedAt: string, lastReceivedAt: string } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } | null };

export type WebhookAgentsQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type WebhookAgentsQuery = { agents: { edges: Array<{ node: { id: string, name: string } }> } };

export type WebhookPipelinesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type WebhookPipelinesQuery = { pipelines: { edges: Array<{ node: { id: string, name: string } }> } };

export type WebhookSchedulesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type WebhookSchedulesQuery = { schedules: { edges: Array<{ node: { id: string, name: string } }> } };

export type WebhookCreateMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type WebhookCreateMutation = { createWebhook:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'CreatedWebhook', secret: string, webhook: { id: string, key: string | null, name: string, url: string, profile: WebhookProfile, previousSecretValidUntil: string | null, eventIdHeader: string | null, dedupeWindow: number | null, suspended: boolean, createdAt: string, updatedAt: string, createdBy: string, createdByName: string | null, targetType: WebhookTargetType, agentId: string | null, pipelineId: string | null, scheduleId: string | null, secret: { set: boolean, hint: string | null }, payload: { mode: WebhookPayloadMode, inputKey: string | null }, agent: { id: string, name: string } | null, pipeline: { id: string, name: string } | null, schedule: { id: string, name: string } | null } | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type WebhookUpdateMutationVariables = Exact<{
  id: string | number;
  input: UpdateWebhookInput;
}>;


export type WebhookUpdateMutation = { updateWebhook:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'Webhook', id: string, key: string | null, name: string, url: string, profile: WebhookProfile, previousSecretValidUntil: string | null, eventIdHeader: string | null, dedupeWindow: number | null, suspended: boolean, createdAt: string, updatedAt: string, createdBy: string, createdByName: string | null, targetType: WebhookTargetType, agentId: string | null, pipelineId: string | null, scheduleId: string | null, secret: { set: boolean, hint: string | null }, payload: { mode: WebhookPayloadMode, inputKey: string | null }, agent: { id: string, name: string } | null, pipeline: { id: string, name: string } | null, schedule: { id: string, name: string } | null }
   };

export type WebhookSuspendMutationVariables = Exact<{
  id: string | number;
}>;


export type WebhookSuspendMutation = { suspendWebhook:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
    | { __typename: 'Webhook', id: string, suspended: boolean, updatedAt: string }
   };

export type WebhookResumeMutationVariables = Exact<{
  id: string | number;
}>;


export type WebhookResumeMutation = { resumeWebhook:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
    | { __typename: 'Webhook', id: string, suspended: boolean, updatedAt: string }
   };

export type WebhookRotateMutationVariables = Exact<{
  id: string | number;
  secret?: string | null | undefined;
  keepOldFor?: number | string | null | undefined;
}>;


export type WebhookRotateMutation = { rotateWebhookSecret:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'RotatedWebhookSecret', secret: string, webhook: { id: string, key: string | null, name: string, url: string, profile: WebhookProfile, previousSecretValidUntil: string | null, eventIdHeader: string | null, dedupeWindow: number | null, suspended: boolean, createdAt: string, updatedAt: string, createdBy: string, createdByName: string | null, targetType: WebhookTargetType, agentId: string | null, pipelineId: string | null, scheduleId: string | null, secret: { set: boolean, hint: string | null }, payload: { mode: WebhookPayloadMode, inputKey: string | null }, agent: { id: string, name: string } | null, pipeline: { id: string, name: string } | null, schedule: { id: string, name: string } | null } | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type WebhookDeleteMutationVariables = Exact<{
  id: string | number;
}>;


export type WebhookDeleteMutation = { deleteWebhook:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
    | { __typename: 'Webhook', id: string }
   };

export const WebhookTargetFragmentDoc = gql`
    fragment WebhookTarget on Webhook {
  targetType
  agentId
  agent {
    id
    name
  }
  pipelineId
  pipeline {
    id
    name
  }
  scheduleId
  schedule {
    id
    name
  }
}
    ` as unknown as DocumentNode<WebhookTargetFragment, unknown>;
export const WebhookCallFragmentDoc = gql`
    fragment WebhookCall on WebhookDelivery {
  id
  eventId
  outcome
  httpStatus
  reason
  scheduleExecutionId
  bytes
  remoteAddress
  count
  receivedAt
  lastReceivedAt
}
    ` as unknown as DocumentNode<WebhookCallFragment, unknown>;
export const WebhookRowFragmentDoc = gql`
    fragment WebhookRow on Webhook {
  ...WebhookTarget
  id
  name
  profile
  suspended
  createdAt
  deliveries(first: 1) {
    edges {
      node {
        ...WebhookCall
      }
    }
  }
}
    ` as unknown as DocumentNode<WebhookRowFragment, unknown>;
export const WebhookDetailFragmentDoc = gql`
    fragment WebhookDetail on Webhook {
  ...WebhookTarget
  id
  key
  name
  url
  profile
  secret {
    set
    hint
  }
  previousSecretValidUntil
  eventIdHeader
  dedupeWindow
  payload {
    mode
    inputKey
  }
  suspended
  createdAt
  updatedAt
  createdBy
  createdByName
}
    ` as unknown as DocumentNode<WebhookDetailFragment, unknown>;
export const WebhookListDocument = gql`
    query WebhookList($first: Int, $after: String, $filter: WebhookFilter, $orderBy: WebhookOrder) {
  webhooks(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
    totalCount
    edges {
      node {
        ...WebhookRow
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    ${WebhookRowFragmentDoc}
${WebhookTargetFragmentDoc}
${WebhookCallFragmentDoc}` as unknown as DocumentNode<WebhookListQuery, WebhookListQueryVariables>;
export const WebhookOneDocument = gql`
    query WebhookOne($id: ID!) {
  webhook(id: $id) {
    ...WebhookDetail
  }
  schedulerConfig {
    webhooks {
      maxBodyBytes
    }
  }
}
    ${WebhookDetailFragmentDoc}
${WebhookTargetFragmentDoc}` as unknown as DocumentNode<WebhookOneQuery, WebhookOneQueryVariables>;
export const WebhookCallsDocument = gql`
    query WebhookCalls($id: ID!, $first: Int, $after: String, $filter: WebhookDeliveryFilter) {
  webhook(id: $id) {
    id
    deliveries(first: $first, after: $after, filter: $filter) {
      edges {
        node {
          ...WebhookCall
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
}
    ${WebhookCallFragmentDoc}` as unknown as DocumentNode<WebhookCallsQuery, WebhookCallsQueryVariables>;
export const WebhookAgentsDocument = gql`
    query WebhookAgents($search: String) {
  agents(
    first: 20
    filter: {search: $search}
    orderBy: {field: NAME, direction: ASC}
  ) {
    edges {
      node {
        id
        name
      }
    }
  }
}
    ` as unknown as DocumentNode<WebhookAgentsQuery, WebhookAgentsQueryVariables>;
export const WebhookPipelinesDocument = gql`
    query WebhookPipelines($search: String) {
  pipelines(
    first: 20
    filter: {search: $search}
    orderBy: {field: NAME, direction: ASC}
  ) {
    edges {
      node {
        id
        name
      }
    }
  }
}
    ` as unknown as DocumentNode<WebhookPipelinesQuery, WebhookPipelinesQueryVariables>;
export const WebhookSchedulesDocument = gql`
    query WebhookSchedules($search: String) {
  schedules(
    first: 20
    filter: {search: $search}
    orderBy: {field: NAME, direction: ASC}
  ) {
    edges {
      node {
        id
        name
      }
    }
  }
}
    ` as unknown as DocumentNode<WebhookSchedulesQuery, WebhookSchedulesQueryVariables>;
export const WebhookCreateDocument = gql`
    mutation WebhookCreate($input: CreateWebhookInput!) {
  createWebhook(input: $input) {
    __typename
    ... on CreatedWebhook {
      secret
      webhook {
        ...WebhookDetail
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
    ${WebhookDetailFragmentDoc}
${WebhookTargetFragmentDoc}` as unknown as DocumentNode<WebhookCreateMutation, WebhookCreateMutationVariables>;
export const WebhookUpdateDocument = gql`
    mutation WebhookUpdate($id: ID!, $input: UpdateWebhookInput!) {
  updateWebhook(id: $id, input: $input) {
    __typename
    ... on Webhook {
      ...WebhookDetail
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
    ${WebhookDetailFragmentDoc}
${WebhookTargetFragmentDoc}` as unknown as DocumentNode<WebhookUpdateMutation, WebhookUpdateMutationVariables>;
export const WebhookSuspendDocument = gql`
    mutation WebhookSuspend($id: ID!) {
  suspendWebhook(id: $id) {
    __typename
    ... on Webhook {
      id
      suspended
      updatedAt
    }
    ... on Error {
      code
      message
    }
  }
}
    ` as unknown as DocumentNode<WebhookSuspendMutation, WebhookSuspendMutationVariables>;
export const WebhookResumeDocument = gql`
    mutation WebhookResume($id: ID!) {
  resumeWebhook(id: $id) {
    __typename
    ... on Webhook {
      id
      suspended
      updatedAt
    }
    ... on Error {
      code
      message
    }
  }
}
    ` as unknown as DocumentNode<WebhookResumeMutation, WebhookResumeMutationVariables>;
export const WebhookRotateDocument = gql`
    mutation WebhookRotate($id: ID!, $secret: String, $keepOldFor: Duration) {
  rotateWebhookSecret(id: $id, secret: $secret, keepOldFor: $keepOldFor) {
    __typename
    ... on RotatedWebhookSecret {
      secret
      webhook {
        ...WebhookDetail
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
    ${WebhookDetailFragmentDoc}
${WebhookTargetFragmentDoc}` as unknown as DocumentNode<WebhookRotateMutation, WebhookRotateMutationVariables>;
export const WebhookDeleteDocument = gql`
    mutation WebhookDelete($id: ID!) {
  deleteWebhook(id: $id) {
    __typename
    ... on Webhook {
      id
    }
    ... on Error {
      code
      message
    }
  }
}
    ` as unknown as DocumentNode<WebhookDeleteMutation, WebhookDeleteMutationVariables>;
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
export type CreateWebhookInput = {
  agentId?: string | number | null | undefined;
  /** Default: the profile’s, 1 day, or 3 days for GITHUB. */
  dedupeWindow?: number | string | null | undefined;
  /** Default: the profile’s. */
  eventIdHeader?: string | null | undefined;
  /** A stable name of your own choice for finding it again, unique among its kind: letters, digits, ".", "_" and "-", at most 128. */
  key?: string | null | undefined;
  name: string;
  payload?: WebhookPayloadInput | null | undefined;
  pipelineId?: string | number | null | undefined;
  /** Default GENERIC. */
  profile?: WebhookProfile | null | undefined;
  /** Lends its params and settings; a template, often. */
  scheduleId?: string | number | null | undefined;
  /** At least 16 characters; default: one is made. */
  secret?: string | null | undefined;
  targetType: WebhookTargetType;
};

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type UpdateWebhookInput = {
  agentId?: string | number | null | undefined;
  /** Default: the profile’s, 1 day, or 3 days for GITHUB. */
  dedupeWindow?: number | string | null | undefined;
  /** Default: the profile’s. */
  eventIdHeader?: string | null | undefined;
  /** A stable name of your own choice for finding it again, unique among its kind: letters, digits, ".", "_" and "-", at most 128. */
  key?: string | null | undefined;
  name?: string | null | undefined;
  payload?: WebhookPayloadInput | null | undefined;
  pipelineId?: string | number | null | undefined;
  /** Default GENERIC. */
  profile?: WebhookProfile | null | undefined;
  /** Lends its params and settings; a template, often. */
  scheduleId?: string | number | null | undefined;
  targetType?: WebhookTargetType | null | undefined;
};

export type WebhookDeliveryFilter = {
  eventId?: string | null | undefined;
  /** One of these. */
  outcome?: Array<WebhookOutcome> | null | undefined;
};

export type WebhookFilter = {
  agentId?: string | number | null | undefined;
  key?: string | null | undefined;
  pipelineId?: string | number | null | undefined;
  scheduleId?: string | number | null | undefined;
  /** Part of the name, in any case; or the id. */
  search?: string | null | undefined;
  suspended?: boolean | null | undefined;
  targetType?: WebhookTargetType | null | undefined;
};

export type WebhookOrder = {
  direction?: OrderDirection;
  field: WebhookOrderField;
};

export type WebhookOrderField =
  | 'CREATED_AT'
  | 'NAME';

/** DUPLICATE: the event came before, and what it started then was answered again. */
export type WebhookOutcome =
  | 'ACCEPTED'
  | 'DUPLICATE'
  | 'REJECTED';

export type WebhookPayloadInput = {
  /** The param that gets the body; default "payload". Null or empty, of JSON only: the members of the object become params, laid over those of the target. */
  inputKey?: string | null | undefined;
  /** Default JSON. */
  mode?: WebhookPayloadMode | null | undefined;
};

export type WebhookPayloadMode =
  | 'JSON'
  | 'RAW';

/** What the sender signs, and in which headers it says so. GENERIC: X-Signature, X-Timestamp, X-Event-Id. GITHUB: X-Hub-Signature-256, X-GitHub-Delivery. STANDARD (Standard Webhooks): webhook-signature, webhook-timestamp, webhook-id. */
export type WebhookProfile =
  | 'GENERIC'
  | 'GITHUB'
  | 'STANDARD';

export type WebhookTargetType =
  | 'AGENT'
  | 'PIPELINE'
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
    | { __typename: 'NotFoundError', code: string, message: string }
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
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
export type EmailChannelInput = {
  from: string;
  host: string;
  /** Left out: the stored one stays, for the same host, port and kind of connection; null removes it. */
  password?: string | null | undefined;
  port?: number;
  secure?: boolean;
  to: Array<string>;
  username?: string | null | undefined;
};

export type MonitoringSettingsInput = {
  enabled?: boolean | null | undefined;
  jobWaitThreshold?: number | string | null | undefined;
  notificationChannels?: Array<string> | null | undefined;
  notifyOnFailure?: boolean | null | undefined;
};

/** Exactly one of slack, email and webhook. */
export type NotificationChannelInput = {
  email?: EmailChannelInput | null | undefined;
  name: string;
  slack?: SlackChannelInput | null | undefined;
  webhook?: WebhookChannelInput | null | undefined;
};

export type NotificationChannelType =
  | 'EMAIL'
  | 'SLACK'
  | 'WEBHOOK';

/** PENDING: to be tried, perhaps again. SKIPPED: the channel is not configured, or the notification was held back; error says which. */
export type NotificationDeliveryStatus =
  | 'FAILED'
  | 'PENDING'
  | 'SENT'
  | 'SKIPPED';

/** All that are given must hold. */
export type NotificationFilter = {
  agentId?: string | number | null | undefined;
  /** Created at this instant or later. */
  from?: string | null | undefined;
  /** One of these. */
  kind?: Array<NotificationKind> | null | undefined;
  scheduleId?: string | number | null | undefined;
  /** One of these. */
  status?: Array<NotificationStatus> | null | undefined;
  /** Created before this instant. */
  to?: string | null | undefined;
};

/** JOB_FAILED: in a way that is not worth retrying. EXECUTION_FAILED: as a whole, of more than one job. SCHEDULE_STUCK: it should have fired and has not, or has no next run. */
export type NotificationKind =
  | 'CIRCUIT_OPEN'
  | 'DEAD_LETTER'
  | 'EXECUTION_FAILED'
  | 'JOBS_WAITING'
  | 'JOB_FAILED'
  | 'NO_WORKER'
  | 'SCHEDULE_FLAGGED'
  | 'SCHEDULE_STUCK'
  | 'WORKER_BACK'
  | 'WORKER_DEAD';

/** OPEN: still counting. SENT: by one channel at least. FAILED: by none. SKIPPED: there is no channel to send it by, or it was held back: twenty of its kind were told within five minutes. */
export type NotificationStatus =
  | 'FAILED'
  | 'OPEN'
  | 'SENDING'
  | 'SENT'
  | 'SKIPPED';

export type NotificationSubjectType =
  | 'AGENT'
  | 'EXECUTION'
  | 'JOB'
  | 'SCHEDULE'
  | 'WORKER';

export type SlackChannelInput = {
  /** Left out: the stored one stays. */
  url?: string | null | undefined;
};

export type WebhookChannelInput = {
  /** whsec_… with 24 to 64 bytes in base64. Left out: the stored one stays, for the same origin. */
  secret?: string | null | undefined;
  url: string;
};

export type NotificationSendingFragment = { id: string, channel: string, status: NotificationDeliveryStatus, attempts: number, error: string | null, at: string, nextAttemptAt: string | null };

export type NotificationRowFragment = { id: string, kind: NotificationKind, subjectType: NotificationSubjectType, subjectId: string, scheduleId: string | null, pipelineId: string | null, agentId: string | null, title: string, message: string, count: number, firstAt: string, lastAt: string, dueAt: string, windowEndsAt: string, status: NotificationStatus, createdAt: string, schedule: { id: string, name: string } | null, agent: { id: string, name: string } | null, deliveries: Array<{ id: string, channel: string, status: NotificationDeliveryStatus, attempts: number, error: string | null, at: string, nextAttemptAt: string | null }> };

export type NotificationListQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: NotificationFilter | null | undefined;
}>;


export type NotificationListQuery = { notifications: { edges: Array<{ node: { id: string, kind: NotificationKind, subjectType: NotificationSubjectType, subjectId: string, scheduleId: string | null, pipelineId: string | null, agentId: string | null, title: string, message: string, count: number, firstAt: string, lastAt: string, dueAt: string, windowEndsAt: string, status: NotificationStatus, createdAt: string, schedule: { id: string, name: string } | null, agent: { id: string, name: string } | null, deliveries: Array<{ id: string, channel: string, status: NotificationDeliveryStatus, attempts: number, error: string | null, at: string, nextAttemptAt: string | null }> } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type NotificationOneQueryVariables = Exact<{
  id: string | number;
}>;


export type NotificationOneQuery = { notification: { followsId: string | null, id: string, kind: NotificationKind, subjectType: NotificationSubjectType, subjectId: string, scheduleId: string | null, pipelineId: string | null, agentId: string | null, title: string, message: string, count: number, firstAt: string, lastAt: string, dueAt: string, windowEndsAt: string, status: NotificationStatus, createdAt: string, schedule: { id: string, name: string } | null, agent: { id: string, name: string } | null, deliveries: Array<{ id: string, channel: string, status: NotificationDeliveryStatus, attempts: number, error: string | null, at: string, nextAttemptAt: string | null }> } | null };

export type NotificationChannelRowFragment = { name: string, type: NotificationChannelType | null, configured: boolean, inUse: boolean, target: string | null, lastDelivery: { id: string, channel: string, status: NotificationDeliveryStatus, attempts: number, error: string | null, at: string, nextAttemptAt: string | null } | null };

export type NotificationMonitoringFragment = { enabled: boolean, notifyOnFailure: boolean, notificationChannels: Array<string> };

export type NotificationChannelsQueryVariables = Exact<{ [key: string]: never; }>;


export type NotificationChannelsQuery = { notificationChannels: Array<{ name: string, type: NotificationChannelType | null, configured: boolean, inUse: boolean, target: string | null, lastDelivery: { id: string, channel: string, status: NotificationDeliveryStatus, attempts: number, error: string | null, at: string, nextAttemptAt: string | null } | null }>, schedulerConfig: { monitoring: { enabled: boolean, notifyOnFailure: boolean, notificationChannels: Array<string> } } };

export type NotificationChannelSettingsFragment = { name: string, type: NotificationChannelType | null, slack: { url: { set: boolean, hint: string | null } } | null, email: { host: string, port: number, secure: boolean, username: string | null, from: string, to: Array<string>, password: { set: boolean, hint: string | null } } | null, webhook: { url: string, secret: { set: boolean, hint: string | null } } | null };

export type NotificationChannelFormQueryVariables = Exact<{ [key: string]: never; }>;


export type NotificationChannelFormQuery = { notificationChannels: Array<{ name: string, type: NotificationChannelType | null, slack: { url: { set: boolean, hint: string | null } } | null, email: { host: string, port: number, secure: boolean, username: string | null, from: string, to: Array<string>, password: { set: boolean, hint: string | null } } | null, webhook: { url: string, secret: { set: boolean, hint: string | null } } | null }> };

export type NotificationChannelSetMutationVariables = Exact<{
  input: NotificationChannelInput;
}>;


export type NotificationChannelSetMutation = { setNotificationChannel:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'NotificationChannel', name: string, type: NotificationChannelType | null, configured: boolean, inUse: boolean, target: string | null, lastDelivery: { id: string, channel: string, status: NotificationDeliveryStatus, attempts: number, error: string | null, at: string, nextAttemptAt: string | null } | null, slack: { url: { set: boolean, hint: string | null } } | null, email: { host: string, port: number, secure: boolean, username: string | null, from: string, to: Array<string>, password: { set: boolean, hint: string | null } } | null, webhook: { url: string, secret: { set: boolean, hint: string | null } } | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type NotificationChannelDeleteMutationVariables = Exact<{
  name: string;
}>;


export type NotificationChannelDeleteMutation = { deleteNotificationChannel:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'NotificationChannel', name: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type NotificationChannelTestMutationVariables = Exact<{
  name: string;
}>;


export type NotificationChannelTestMutation = { testNotificationChannel:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'NotificationChannelTest', ok: boolean, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type NotificationMonitoringUpdateMutationVariables = Exact<{
  monitoring: MonitoringSettingsInput;
}>;


export type NotificationMonitoringUpdateMutation = { updateSchedulerConfig:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'SchedulerConfig', monitoring: { enabled: boolean, notifyOnFailure: boolean, notificationChannels: Array<string> } }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export const NotificationSendingFragmentDoc = gql`
    fragment NotificationSending on NotificationDelivery {
  id
  channel
  status
  attempts
  error
  at
  nextAttemptAt
}
    ` as unknown as DocumentNode<NotificationSendingFragment, unknown>;
export const NotificationRowFragmentDoc = gql`
    fragment NotificationRow on Notification {
  id
  kind
  subjectType
  subjectId
  scheduleId
  schedule {
    id
    name
  }
  pipelineId
  agentId
  agent {
    id
    name
  }
  title
  message
  count
  firstAt
  lastAt
  dueAt
  windowEndsAt
  status
  createdAt
  deliveries {
    ...NotificationSending
  }
}
    ` as unknown as DocumentNode<NotificationRowFragment, unknown>;
export const NotificationChannelRowFragmentDoc = gql`
    fragment NotificationChannelRow on NotificationChannel {
  name
  type
  configured
  inUse
  target
  lastDelivery {
    ...NotificationSending
  }
}
    ` as unknown as DocumentNode<NotificationChannelRowFragment, unknown>;
export const NotificationMonitoringFragmentDoc = gql`
    fragment NotificationMonitoring on MonitoringSettings {
  enabled
  notifyOnFailure
  notificationChannels
}
    ` as unknown as DocumentNode<NotificationMonitoringFragment, unknown>;
export const NotificationChannelSettingsFragmentDoc = gql`
    fragment NotificationChannelSettings on NotificationChannel {
  name
  type
  slack {
    url {
      set
      hint
    }
  }
  email {
    host
    port
    secure
    username
    password {
      set
      hint
    }
    from
    to
  }
  webhook {
    url
    secret {
      set
      hint
    }
  }
}
    ` as unknown as DocumentNode<NotificationChannelSettingsFragment, unknown>;
export const NotificationListDocument = gql`
    query NotificationList($first: Int, $after: String, $filter: NotificationFilter) {
  notifications(first: $first, after: $after, filter: $filter) {
    edges {
      node {
        ...NotificationRow
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    ${NotificationRowFragmentDoc}
${NotificationSendingFragmentDoc}` as unknown as DocumentNode<NotificationListQuery, NotificationListQueryVariables>;
export const NotificationOneDocument = gql`
    query NotificationOne($id: ID!) {
  notification(id: $id) {
    ...NotificationRow
    followsId
  }
}
    ${NotificationRowFragmentDoc}
${NotificationSendingFragmentDoc}` as unknown as DocumentNode<NotificationOneQuery, NotificationOneQueryVariables>;
export const NotificationChannelsDocument = gql`
    query NotificationChannels {
  notificationChannels {
    ...NotificationChannelRow
  }
  schedulerConfig {
    monitoring {
      ...NotificationMonitoring
    }
  }
}
    ${NotificationChannelRowFragmentDoc}
${NotificationSendingFragmentDoc}
${NotificationMonitoringFragmentDoc}` as unknown as DocumentNode<NotificationChannelsQuery, NotificationChannelsQueryVariables>;
export const NotificationChannelFormDocument = gql`
    query NotificationChannelForm {
  notificationChannels {
    ...NotificationChannelSettings
  }
}
    ${NotificationChannelSettingsFragmentDoc}` as unknown as DocumentNode<NotificationChannelFormQuery, NotificationChannelFormQueryVariables>;
export const NotificationChannelSetDocument = gql`
    mutation NotificationChannelSet($input: NotificationChannelInput!) {
  setNotificationChannel(input: $input) {
    __typename
    ... on NotificationChannel {
      ...NotificationChannelRow
      ...NotificationChannelSettings
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
    ${NotificationChannelRowFragmentDoc}
${NotificationSendingFragmentDoc}
${NotificationChannelSettingsFragmentDoc}` as unknown as DocumentNode<NotificationChannelSetMutation, NotificationChannelSetMutationVariables>;
export const NotificationChannelDeleteDocument = gql`
    mutation NotificationChannelDelete($name: String!) {
  deleteNotificationChannel(name: $name) {
    __typename
    ... on NotificationChannel {
      name
    }
    ... on Error {
      code
      message
    }
  }
}
    ` as unknown as DocumentNode<NotificationChannelDeleteMutation, NotificationChannelDeleteMutationVariables>;
export const NotificationChannelTestDocument = gql`
    mutation NotificationChannelTest($name: String!) {
  testNotificationChannel(name: $name) {
    __typename
    ... on NotificationChannelTest {
      ok
      message
    }
    ... on Error {
      code
      message
    }
  }
}
    ` as unknown as DocumentNode<NotificationChannelTestMutation, NotificationChannelTestMutationVariables>;
export const NotificationMonitoringUpdateDocument = gql`
    mutation NotificationMonitoringUpdate($monitoring: MonitoringSettingsInput!) {
  updateSchedulerConfig(input: {monitoring: $monitoring}) {
    __typename
    ... on SchedulerConfig {
      monitoring {
        ...NotificationMonitoring
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
    ${NotificationMonitoringFragmentDoc}` as unknown as DocumentNode<NotificationMonitoringUpdateMutation, NotificationMonitoringUpdateMutationVariables>;
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** An SMTP server and its recipients. */
export type EmailChannelInput = {
  /** Sender address. */
  from: string;
  /** Host name of the SMTP server. */
  host: string;
  /** Password. Omit it to keep the stored one, as long as host, port and `secure` stay the same. Null removes it. */
  password?: string | null | undefined;
  /** Port of the SMTP server. */
  port?: number;
  /** Whether the connection uses TLS from the start. If false, STARTTLS is used where the server offers it, and is required before a password is sent. */
  secure?: boolean;
  /** Recipient addresses. */
  to: Array<string>;
  /** User name. Omit it if the server needs no sign-in. */
  username?: string | null | undefined;
};

/** What is reported, and through which channels. */
export type MonitoringSettingsInput = {
  /** Whether notifications are sent. Defaults to true. */
  enabled?: boolean | null | undefined;
  /** Jobs that wait longer than this are reported, from 1 minute to 24 days. Defaults to 10 minutes. */
  jobWaitThreshold?: number | string | null | undefined;
  /** Names of the channels that notifications use, at most 20. Defaults to "email" and "slack". */
  notificationChannels?: Array<string> | null | undefined;
  /** Whether failed jobs and runs are reported. Defaults to true. */
  notifyOnFailure?: boolean | null | undefined;
};

/** A notification channel. Give exactly one of `slack`, `email` and `webhook`. */
export type NotificationChannelInput = {
  /** Settings of an email channel. */
  email?: EmailChannelInput | null | undefined;
  /** Name of the channel: starts with a letter or digit; letters, digits, "_" and "-"; at most 50 characters. */
  name: string;
  /** Settings of a Slack channel. */
  slack?: SlackChannelInput | null | undefined;
  /** Settings of a webhook channel. */
  webhook?: WebhookChannelInput | null | undefined;
};

/** Kind of notification channel. */
export type NotificationChannelType =
  /** Email. */
  | 'EMAIL'
  /** Slack. */
  | 'SLACK'
  /** A webhook. */
  | 'WEBHOOK';

/** State of a delivery. */
export type NotificationDeliveryStatus =
  /** Could not be sent. */
  | 'FAILED'
  /** To be sent, possibly after a failed attempt. */
  | 'PENDING'
  /** Sent. */
  | 'SENT'
  /** Not sent: the channel is not configured, or the notification was held back. `error` says which. */
  | 'SKIPPED';

/** Selects notifications. All given conditions must match. */
export type NotificationFilter = {
  /** Only notifications about this agent. */
  agentId?: string | number | null | undefined;
  /** Only notifications created at or after this time. */
  from?: string | null | undefined;
  /** Only notifications of one of these kinds. */
  kind?: Array<NotificationKind> | null | undefined;
  /** Only notifications about this schedule. */
  scheduleId?: string | number | null | undefined;
  /** Only notifications in one of these states. */
  status?: Array<NotificationStatus> | null | undefined;
  /** Only notifications created before this time. */
  to?: string | null | undefined;
};

/** What a notification reports. */
export type NotificationKind =
  /** The circuit of an agent opened. */
  | 'CIRCUIT_OPEN'
  /** A job failed and has no retries left. */
  | 'DEAD_LETTER'
  /** No job of a run with several jobs completed, or a run could not be expanded. */
  | 'EXECUTION_FAILED'
  /** Jobs have waited longer than `monitoring.jobWaitThreshold`. */
  | 'JOBS_WAITING'
  /** A job failed in a way that is not worth retrying. */
  | 'JOB_FAILED'
  /** No worker is running, and work is waiting. */
  | 'NO_WORKER'
  /** An enabled schedule is blocked. */
  | 'SCHEDULE_FLAGGED'
  /** An enabled schedule is overdue or has no next run. */
  | 'SCHEDULE_STUCK'
  /** A worker is running again. */
  | 'WORKER_BACK'
  /** The lease of a worker expired. */
  | 'WORKER_DEAD';

/** State of a notification. */
export type NotificationStatus =
  /** Sent through no channel. */
  | 'FAILED'
  /** Still collecting signals. */
  | 'OPEN'
  /** Being sent. */
  | 'SENDING'
  /** Sent through at least one channel. */
  | 'SENT'
  /** Not sent: no channel is configured, or twenty notifications of this kind were already sent within five minutes. */
  | 'SKIPPED';

/** What a notification is about. */
export type NotificationSubjectType =
  /** An agent. */
  | 'AGENT'
  /** A run. */
  | 'EXECUTION'
  /** An attempt of a job. */
  | 'JOB'
  /** A schedule. */
  | 'SCHEDULE'
  /** A worker. */
  | 'WORKER';

/** A Slack incoming webhook. */
export type SlackChannelInput = {
  /** URL of the incoming webhook. Omit it to keep the stored one. */
  url?: string | null | undefined;
};

/** A URL that receives notifications as JSON. */
export type WebhookChannelInput = {
  /** Secret that signs each message: `whsec_` and 24 to 64 bytes in base64. Omit it to keep the stored one, as long as the origin of the URL stays the same. */
  secret?: string | null | undefined;
  /** URL that receives the messages. */
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
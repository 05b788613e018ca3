import {
  type SchedulerConfig as Config,
  DEFAULT_SCHEDULER_CONFIG,
} from '../../domain/config/scheduler-config.js';
import { getSchedulerConfig } from '../../services/system/get-scheduler-config.js';
import { updateSchedulerConfig } from '../../services/system/update-scheduler-config.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { Backoff } from '../jobs/job-enums.js';
import { answer, resultUnion, ValidationIssue } from '../types/errors.js';
import { SETTING_TEXTS } from './setting-texts.js';

const SchedulerSettings = builder.objectRef<Config['scheduler']>('SchedulerSettings').implement({
  description: 'How schedules and jobs run.',
  fields: (t) => ({
    enabled: t.exposeBoolean('enabled', { description: SETTING_TEXTS.scheduler.enabled }),
    timezone: t.exposeString('timezone', { description: SETTING_TEXTS.scheduler.timezone }),
    checkInterval: t.expose('checkInterval', {
      type: 'Duration',
      description: SETTING_TEXTS.scheduler.checkInterval,
    }),
    misfireThreshold: t.expose('misfireThreshold', {
      type: 'Duration',
      description: SETTING_TEXTS.scheduler.misfireThreshold,
    }),
    maxExpansion: t.exposeInt('maxExpansion', { description: SETTING_TEXTS.scheduler.maxExpansion }),
    attemptTimeout: t.expose('attemptTimeout', {
      type: 'Duration',
      description: SETTING_TEXTS.scheduler.attemptTimeout,
    }),
    maxAttemptDuration: t.expose('maxAttemptDuration', {
      type: 'Duration',
      description: SETTING_TEXTS.scheduler.maxAttemptDuration,
    }),
    endJobsOfDeadAgents: t.exposeBoolean('endJobsOfDeadAgents', {
      description: SETTING_TEXTS.scheduler.endJobsOfDeadAgents,
    }),
    maxQueueTime: t.expose('maxQueueTime', {
      type: 'Duration',
      nullable: true,
      description: SETTING_TEXTS.scheduler.maxQueueTime,
    }),
    orphanCheckInterval: t.expose('orphanCheckInterval', {
      type: 'Duration',
      description: SETTING_TEXTS.scheduler.orphanCheckInterval,
    }),
    shutdownGrace: t.expose('shutdownGrace', {
      type: 'Duration',
      description: SETTING_TEXTS.scheduler.shutdownGrace,
    }),
    historyMaxAge: t.expose('historyMaxAge', {
      type: 'Duration',
      description: SETTING_TEXTS.scheduler.historyMaxAge,
    }),
    auditMaxAge: t.expose('auditMaxAge', {
      type: 'Duration',
      description: SETTING_TEXTS.scheduler.auditMaxAge,
    }),
  }),
});

type HttpClient = Config['httpClient'];

const DefaultBackoff = builder.objectRef<HttpClient['retryConfig']['backoff']>('DefaultBackoff').implement({
  description: 'How the delay between retries grows by default.',
  fields: (t) => ({
    type: t.expose('type', { type: Backoff, description: SETTING_TEXTS.backoff.type }),
    delay: t.expose('delay', { type: 'Duration', description: SETTING_TEXTS.backoff.delay }),
  }),
});

const DefaultRetryConfig = builder.objectRef<HttpClient['retryConfig']>('DefaultRetryConfig').implement({
  description: 'Default retry policy.',
  fields: (t) => ({
    maxRetries: t.exposeInt('maxRetries', { description: SETTING_TEXTS.retry.maxRetries }),
    backoff: t.expose('backoff', { type: DefaultBackoff, description: SETTING_TEXTS.retry.backoff }),
  }),
});

const ConnectionPool = builder.objectRef<HttpClient['connectionPool']>('ConnectionPool').implement({
  description: 'Connections of a worker to agents.',
  fields: (t) => ({
    maxSockets: t.exposeInt('maxSockets', {
      description: SETTING_TEXTS.connectionPool.maxSockets,
    }),
    keepAlive: t.exposeBoolean('keepAlive', { description: SETTING_TEXTS.connectionPool.keepAlive }),
  }),
});

const CircuitBreaker = builder.objectRef<HttpClient['circuitBreaker']>('CircuitBreakerSettings').implement({
  description:
    'Circuit breakers. When an agent’s address does not answer, its jobs wait, and one at a time is sent as a probe.',
  fields: (t) => ({
    enabled: t.exposeBoolean('enabled', { description: SETTING_TEXTS.circuitBreaker.enabled }),
    failureThreshold: t.exposeInt('failureThreshold', {
      description: SETTING_TEXTS.circuitBreaker.failureThreshold,
    }),
    coolDown: t.expose('coolDown', {
      type: 'Duration',
      description: SETTING_TEXTS.circuitBreaker.coolDown,
    }),
    maxCoolDown: t.expose('maxCoolDown', {
      type: 'Duration',
      description: SETTING_TEXTS.circuitBreaker.maxCoolDown,
    }),
  }),
});

const HttpClientSettings = builder.objectRef<HttpClient>('HttpClientSettings').implement({
  description: 'How agents are called.',
  fields: (t) => ({
    timeout: t.expose('timeout', { type: 'Duration', description: SETTING_TEXTS.httpClient.timeout }),
    maxConcurrentRequests: t.exposeInt('maxConcurrentRequests', {
      description: SETTING_TEXTS.httpClient.maxConcurrentRequests,
    }),
    retryConfig: t.expose('retryConfig', {
      type: DefaultRetryConfig,
      description: SETTING_TEXTS.httpClient.retryConfig,
    }),
    connectionPool: t.expose('connectionPool', {
      type: ConnectionPool,
      description: SETTING_TEXTS.httpClient.connectionPool,
    }),
    circuitBreaker: t.expose('circuitBreaker', {
      type: CircuitBreaker,
      description: SETTING_TEXTS.httpClient.circuitBreaker,
    }),
  }),
});

const BatchSettings = builder.objectRef<Config['defaultBatchProcessing']>('BatchSettings').implement({
  description: 'Default division of expanded jobs into batches.',
  fields: (t) => ({
    batchSize: t.exposeInt('batchSize', { description: SETTING_TEXTS.batches.batchSize }),
    staggerDelay: t.expose('staggerDelay', {
      type: 'Duration',
      description: SETTING_TEXTS.batches.staggerDelay,
    }),
  }),
});

const MonitoringSettings = builder.objectRef<Config['monitoring']>('MonitoringSettings').implement({
  description: 'What is reported, and through which channels.',
  fields: (t) => ({
    enabled: t.exposeBoolean('enabled', { description: SETTING_TEXTS.monitoring.enabled }),
    notifyOnFailure: t.exposeBoolean('notifyOnFailure', {
      description: SETTING_TEXTS.monitoring.notifyOnFailure,
    }),
    notificationChannels: t.exposeStringList('notificationChannels', {
      description: SETTING_TEXTS.monitoring.notificationChannels,
    }),
    jobWaitThreshold: t.expose('jobWaitThreshold', {
      type: 'Duration',
      description: SETTING_TEXTS.monitoring.jobWaitThreshold,
    }),
  }),
});

const WebhookSettings = builder.objectRef<Config['webhooks']>('WebhookSettings').implement({
  description: 'Limits of webhooks.',
  fields: (t) => ({
    maxBodyBytes: t.exposeInt('maxBodyBytes', { description: SETTING_TEXTS.webhooks.maxBodyBytes }),
  }),
});

const SchedulerConfig = builder.objectRef<Config>('SchedulerConfig').implement({
  description: 'Settings that an admin changes at run time. Changes take effect immediately.',
  fields: (t) => ({
    scheduler: t.expose('scheduler', { type: SchedulerSettings, description: 'How schedules and jobs run.' }),
    httpClient: t.expose('httpClient', { type: HttpClientSettings, description: 'How agents are called.' }),
    defaultBatchProcessing: t.expose('defaultBatchProcessing', {
      type: BatchSettings,
      description: 'Default division of expanded jobs into batches.',
    }),
    monitoring: t.expose('monitoring', {
      type: MonitoringSettings,
      description: 'What is reported, and through which channels.',
    }),
    webhooks: t.expose('webhooks', { type: WebhookSettings, description: 'Limits of webhooks.' }),
  }),
});

builder.objectFields(SchedulerConfig, (t) => ({
  defaults: t.field({
    type: SchedulerConfig,
    description: 'Default of every setting. Null in an update returns to it.',
    resolve: () => DEFAULT_SCHEDULER_CONFIG,
  }),
  issues: t.field({
    type: [ValidationIssue],
    description: 'Problems in the stored settings, which can be written by SQL. The defaults apply instead.',
    resolve: async (_config, _args, context) =>
      (await getSchedulerConfig(context.services, actorOf(context))).issues,
  }),
}));

const SchedulerSettingsInput = builder.inputType('SchedulerSettingsInput', {
  description: 'Changes to how schedules and jobs run.',
  fields: (t) => ({
    enabled: t.boolean({ description: SETTING_TEXTS.scheduler.enabled }),
    timezone: t.string({ description: SETTING_TEXTS.scheduler.timezone }),
    checkInterval: t.field({ type: 'Duration', description: SETTING_TEXTS.scheduler.checkInterval }),
    misfireThreshold: t.field({ type: 'Duration', description: SETTING_TEXTS.scheduler.misfireThreshold }),
    maxExpansion: t.int({ description: SETTING_TEXTS.scheduler.maxExpansion }),
    attemptTimeout: t.field({ type: 'Duration', description: SETTING_TEXTS.scheduler.attemptTimeout }),
    maxAttemptDuration: t.field({
      type: 'Duration',
      description: SETTING_TEXTS.scheduler.maxAttemptDuration,
    }),
    maxQueueTime: t.field({ type: 'Duration', description: SETTING_TEXTS.scheduler.maxQueueTime }),
    endJobsOfDeadAgents: t.boolean({ description: SETTING_TEXTS.scheduler.endJobsOfDeadAgents }),
    orphanCheckInterval: t.field({
      type: 'Duration',
      description: SETTING_TEXTS.scheduler.orphanCheckInterval,
    }),
    shutdownGrace: t.field({ type: 'Duration', description: SETTING_TEXTS.scheduler.shutdownGrace }),
    historyMaxAge: t.field({ type: 'Duration', description: SETTING_TEXTS.scheduler.historyMaxAge }),
    auditMaxAge: t.field({ type: 'Duration', description: SETTING_TEXTS.scheduler.auditMaxAge }),
  }),
});

const DefaultBackoffInput = builder.inputType('DefaultBackoffInput', {
  description: 'How the delay between retries grows by default.',
  fields: (t) => ({
    type: t.field({ type: Backoff, description: SETTING_TEXTS.backoff.type }),
    delay: t.field({ type: 'Duration', description: SETTING_TEXTS.backoff.delay }),
  }),
});

const DefaultRetryConfigInput = builder.inputType('DefaultRetryConfigInput', {
  description: 'Default retry policy.',
  fields: (t) => ({
    maxRetries: t.int({ description: SETTING_TEXTS.retry.maxRetries }),
    backoff: t.field({ type: DefaultBackoffInput, description: SETTING_TEXTS.retry.backoff }),
  }),
});

const ConnectionPoolInput = builder.inputType('ConnectionPoolInput', {
  description: 'Connections of a worker to agents.',
  fields: (t) => ({
    maxSockets: t.int({ description: SETTING_TEXTS.connectionPool.maxSockets }),
    keepAlive: t.boolean({ description: SETTING_TEXTS.connectionPool.keepAlive }),
  }),
});

const CircuitBreakerSettingsInput = builder.inputType('CircuitBreakerSettingsInput', {
  description:
    'Circuit breakers. When an agent’s address does not answer, its jobs wait, and one at a time is sent as a probe.',
  fields: (t) => ({
    enabled: t.boolean({ description: SETTING_TEXTS.circuitBreaker.enabled }),
    failureThreshold: t.int({ description: SETTING_TEXTS.circuitBreaker.failureThreshold }),
    coolDown: t.field({ type: 'Duration', description: SETTING_TEXTS.circuitBreaker.coolDown }),
    maxCoolDown: t.field({ type: 'Duration', description: SETTING_TEXTS.circuitBreaker.maxCoolDown }),
  }),
});

const HttpClientSettingsInput = builder.inputType('HttpClientSettingsInput', {
  description: 'How agents are called.',
  fields: (t) => ({
    timeout: t.field({ type: 'Duration', description: SETTING_TEXTS.httpClient.timeout }),
    maxConcurrentRequests: t.int({ description: SETTING_TEXTS.httpClient.maxConcurrentRequests }),
    retryConfig: t.field({
      type: DefaultRetryConfigInput,
      description: SETTING_TEXTS.httpClient.retryConfig,
    }),
    connectionPool: t.field({
      type: ConnectionPoolInput,
      description: SETTING_TEXTS.httpClient.connectionPool,
    }),
    circuitBreaker: t.field({
      type: CircuitBreakerSettingsInput,
      description: SETTING_TEXTS.httpClient.circuitBreaker,
    }),
  }),
});

const BatchSettingsInput = builder.inputType('BatchSettingsInput', {
  description: 'Default division of expanded jobs into batches.',
  fields: (t) => ({
    batchSize: t.int({ description: SETTING_TEXTS.batches.batchSize }),
    staggerDelay: t.field({ type: 'Duration', description: SETTING_TEXTS.batches.staggerDelay }),
  }),
});

const MonitoringSettingsInput = builder.inputType('MonitoringSettingsInput', {
  description: 'What is reported, and through which channels.',
  fields: (t) => ({
    enabled: t.boolean({ description: SETTING_TEXTS.monitoring.enabled }),
    notifyOnFailure: t.boolean({ description: SETTING_TEXTS.monitoring.notifyOnFailure }),
    notificationChannels: t.stringList({ description: SETTING_TEXTS.monitoring.notificationChannels }),
    jobWaitThreshold: t.field({ type: 'Duration', description: SETTING_TEXTS.monitoring.jobWaitThreshold }),
  }),
});

const WebhookSettingsInput = builder.inputType('WebhookSettingsInput', {
  description: 'Limits of webhooks.',
  fields: (t) => ({ maxBodyBytes: t.int({ description: SETTING_TEXTS.webhooks.maxBodyBytes }) }),
});

const UpdateSchedulerConfigInput = builder.inputType('UpdateSchedulerConfigInput', {
  description:
    'Changes to the settings. Omitted settings keep their value; null returns a setting to its default.',
  fields: (t) => ({
    scheduler: t.field({ type: SchedulerSettingsInput, description: 'How schedules and jobs run.' }),
    httpClient: t.field({ type: HttpClientSettingsInput, description: 'How agents are called.' }),
    defaultBatchProcessing: t.field({
      type: BatchSettingsInput,
      description: 'Default division of expanded jobs into batches.',
    }),
    monitoring: t.field({
      type: MonitoringSettingsInput,
      description: 'What is reported, and through which channels.',
    }),
    webhooks: t.field({ type: WebhookSettingsInput, description: 'Limits of webhooks.' }),
  }),
});

builder.queryField('schedulerConfig', (t) =>
  t.field({
    type: SchedulerConfig,
    description: 'Settings of the scheduler.',
    resolve: async (_root, _args, context) =>
      (await getSchedulerConfig(context.services, actorOf(context))).config,
  }),
);

builder.mutationField('updateSchedulerConfig', (t) =>
  t.field({
    type: resultUnion(SchedulerConfig),
    description: 'Changes the settings of the scheduler.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: UpdateSchedulerConfigInput, required: true, description: 'The changes.' }) },
    resolve: (_root, { input }, context) =>
      answer(updateSchedulerConfig(context.services, actorOf(context), input), ({ config }) => config),
  }),
);

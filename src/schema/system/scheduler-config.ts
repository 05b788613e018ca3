import {
  type SchedulerConfig as Config,
  DEFAULT_SCHEDULER_CONFIG,
} from '../../domain/config/scheduler-config.js';
import { getSchedulerConfig } from '../../services/system/get-scheduler-config.js';
import { updateSchedulerConfig } from '../../services/system/update-scheduler-config.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { Backoff } from '../types/enums.js';
import { answer, resultUnion, ValidationIssue } from '../types/errors.js';

const SchedulerSettings = builder.objectRef<Config['scheduler']>('SchedulerSettings').implement({
  fields: (t) => ({
    enabled: t.exposeBoolean('enabled', { description: 'false: due slots are recorded as skipped.' }),
    timezone: t.exposeString('timezone', { description: 'Of schedules that name none.' }),
    checkInterval: t.expose('checkInterval', { type: 'Duration' }),
    misfireThreshold: t.expose('misfireThreshold', { type: 'Duration' }),
    maxExpansion: t.exposeInt('maxExpansion', { description: 'Jobs that one execution may create.' }),
    attemptTimeout: t.expose('attemptTimeout', { type: 'Duration' }),
    maxAttemptDuration: t.expose('maxAttemptDuration', { type: 'Duration' }),
    endJobsOfDeadAgents: t.exposeBoolean('endJobsOfDeadAgents', {
      description:
        'Whether attempts that an agent has accepted fail as AGENT_LOST when its heartbeats stop. Agents that never sent one are left alone.',
    }),
    maxQueueTime: t.expose('maxQueueTime', {
      type: 'Duration',
      nullable: true,
      description:
        'How long a job may wait for its turn after its release, where step, schedule and agent do not say. Null: as long as it takes.',
    }),
    orphanCheckInterval: t.expose('orphanCheckInterval', { type: 'Duration' }),
    shutdownGrace: t.expose('shutdownGrace', { type: 'Duration' }),
    historyMaxAge: t.expose('historyMaxAge', {
      type: 'Duration',
      description: 'Ended executions are kept so long; the newest of a schedule longer.',
    }),
    auditMaxAge: t.expose('auditMaxAge', {
      type: 'Duration',
      description: 'Entries of the audit are kept so long.',
    }),
  }),
});

type HttpClient = Config['httpClient'];

const DefaultBackoff = builder.objectRef<HttpClient['retryConfig']['backoff']>('DefaultBackoff').implement({
  fields: (t) => ({
    type: t.expose('type', { type: Backoff }),
    delay: t.expose('delay', { type: 'Duration' }),
  }),
});

const DefaultRetryConfig = builder.objectRef<HttpClient['retryConfig']>('DefaultRetryConfig').implement({
  fields: (t) => ({
    maxRetries: t.exposeInt('maxRetries'),
    backoff: t.expose('backoff', { type: DefaultBackoff }),
  }),
});

const ConnectionPool = builder.objectRef<HttpClient['connectionPool']>('ConnectionPool').implement({
  fields: (t) => ({
    maxSockets: t.exposeInt('maxSockets', {
      description:
        'Connections of a worker to one origin. A value below maxConcurrentRequests also caps the calls that a worker makes at once. The default, 100, is no cap: with more calls at once there are as many connections.',
    }),
    keepAlive: t.exposeBoolean('keepAlive'),
  }),
});

const CircuitBreaker = builder.objectRef<HttpClient['circuitBreaker']>('CircuitBreakerSettings').implement({
  description:
    'When nobody answers at the address of an agent, its jobs wait, and one at a time is sent to see whether it is back.',
  fields: (t) => ({
    enabled: t.exposeBoolean('enabled'),
    failureThreshold: t.exposeInt('failureThreshold', { description: 'Failures in a row that open it.' }),
    coolDown: t.expose('coolDown', {
      type: 'Duration',
      description: 'To the first probe; doubled with each that fails.',
    }),
    maxCoolDown: t.expose('maxCoolDown', { type: 'Duration' }),
  }),
});

const HttpClientSettings = builder.objectRef<HttpClient>('HttpClientSettings').implement({
  fields: (t) => ({
    timeout: t.expose('timeout', { type: 'Duration' }),
    maxConcurrentRequests: t.exposeInt('maxConcurrentRequests', { description: 'Per worker.' }),
    retryConfig: t.expose('retryConfig', { type: DefaultRetryConfig }),
    connectionPool: t.expose('connectionPool', { type: ConnectionPool }),
    circuitBreaker: t.expose('circuitBreaker', { type: CircuitBreaker }),
  }),
});

const BatchSettings = builder.objectRef<Config['defaultBatchProcessing']>('BatchSettings').implement({
  fields: (t) => ({
    batchSize: t.exposeInt('batchSize'),
    staggerDelay: t.expose('staggerDelay', { type: 'Duration' }),
  }),
});

const MonitoringSettings = builder.objectRef<Config['monitoring']>('MonitoringSettings').implement({
  fields: (t) => ({
    enabled: t.exposeBoolean('enabled'),
    notifyOnFailure: t.exposeBoolean('notifyOnFailure'),
    notificationChannels: t.exposeStringList('notificationChannels'),
    jobWaitThreshold: t.expose('jobWaitThreshold', {
      type: 'Duration',
      description: 'Jobs that have waited longer than this are reported.',
    }),
  }),
});

const WebhookSettings = builder.objectRef<Config['webhooks']>('WebhookSettings').implement({
  fields: (t) => ({
    maxBodyBytes: t.exposeInt('maxBodyBytes', { description: 'Of one call, at most; up to 25 MiB.' }),
  }),
});

const SchedulerConfig = builder.objectRef<Config>('SchedulerConfig').implement({
  description: 'What an admin changes at run time; in force at once.',
  fields: (t) => ({
    scheduler: t.expose('scheduler', { type: SchedulerSettings }),
    httpClient: t.expose('httpClient', { type: HttpClientSettings }),
    defaultBatchProcessing: t.expose('defaultBatchProcessing', { type: BatchSettings }),
    monitoring: t.expose('monitoring', { type: MonitoringSettings }),
    webhooks: t.expose('webhooks', { type: WebhookSettings }),
  }),
});

builder.objectFields(SchedulerConfig, (t) => ({
  defaults: t.field({
    type: SchedulerConfig,
    description: 'What holds where nothing is set; null in an update goes back to it.',
    resolve: () => DEFAULT_SCHEDULER_CONFIG,
  }),
  issues: t.field({
    type: [ValidationIssue],
    description: 'What is stored (by SQL) and cannot be used: the defaults hold instead.',
    resolve: async (_config, _args, context) =>
      (await getSchedulerConfig(context.services, actorOf(context))).issues,
  }),
}));

const SchedulerSettingsInput = builder.inputType('SchedulerSettingsInput', {
  fields: (t) => ({
    enabled: t.boolean(),
    timezone: t.string(),
    checkInterval: t.field({ type: 'Duration' }),
    misfireThreshold: t.field({ type: 'Duration' }),
    maxExpansion: t.int(),
    attemptTimeout: t.field({ type: 'Duration' }),
    maxAttemptDuration: t.field({ type: 'Duration' }),
    maxQueueTime: t.field({ type: 'Duration' }),
    endJobsOfDeadAgents: t.boolean(),
    orphanCheckInterval: t.field({ type: 'Duration' }),
    shutdownGrace: t.field({ type: 'Duration' }),
    historyMaxAge: t.field({ type: 'Duration' }),
    auditMaxAge: t.field({ type: 'Duration' }),
  }),
});

const DefaultBackoffInput = builder.inputType('DefaultBackoffInput', {
  fields: (t) => ({ type: t.field({ type: Backoff }), delay: t.field({ type: 'Duration' }) }),
});

const DefaultRetryConfigInput = builder.inputType('DefaultRetryConfigInput', {
  fields: (t) => ({ maxRetries: t.int(), backoff: t.field({ type: DefaultBackoffInput }) }),
});

const ConnectionPoolInput = builder.inputType('ConnectionPoolInput', {
  fields: (t) => ({ maxSockets: t.int(), keepAlive: t.boolean() }),
});

const CircuitBreakerSettingsInput = builder.inputType('CircuitBreakerSettingsInput', {
  fields: (t) => ({
    enabled: t.boolean(),
    failureThreshold: t.int(),
    coolDown: t.field({ type: 'Duration' }),
    maxCoolDown: t.field({ type: 'Duration' }),
  }),
});

const HttpClientSettingsInput = builder.inputType('HttpClientSettingsInput', {
  fields: (t) => ({
    timeout: t.field({ type: 'Duration' }),
    maxConcurrentRequests: t.int(),
    retryConfig: t.field({ type: DefaultRetryConfigInput }),
    connectionPool: t.field({ type: ConnectionPoolInput }),
    circuitBreaker: t.field({ type: CircuitBreakerSettingsInput }),
  }),
});

const BatchSettingsInput = builder.inputType('BatchSettingsInput', {
  fields: (t) => ({ batchSize: t.int(), staggerDelay: t.field({ type: 'Duration' }) }),
});

const MonitoringSettingsInput = builder.inputType('MonitoringSettingsInput', {
  fields: (t) => ({
    enabled: t.boolean(),
    notifyOnFailure: t.boolean(),
    notificationChannels: t.stringList(),
    jobWaitThreshold: t.field({ type: 'Duration' }),
  }),
});

const WebhookSettingsInput = builder.inputType('WebhookSettingsInput', {
  fields: (t) => ({ maxBodyBytes: t.int() }),
});

const UpdateSchedulerConfigInput = builder.inputType('UpdateSchedulerConfigInput', {
  description: 'What is left out stays as it is.',
  fields: (t) => ({
    scheduler: t.field({ type: SchedulerSettingsInput }),
    httpClient: t.field({ type: HttpClientSettingsInput }),
    defaultBatchProcessing: t.field({ type: BatchSettingsInput }),
    monitoring: t.field({ type: MonitoringSettingsInput }),
    webhooks: t.field({ type: WebhookSettingsInput }),
  }),
});

builder.queryField('schedulerConfig', (t) =>
  t.field({
    type: SchedulerConfig,
    resolve: async (_root, _args, context) =>
      (await getSchedulerConfig(context.services, actorOf(context))).config,
  }),
);

builder.mutationField('updateSchedulerConfig', (t) =>
  t.field({
    type: resultUnion('UpdateSchedulerConfig', SchedulerConfig),
    authScopes: { admin: true },
    args: { input: t.arg({ type: UpdateSchedulerConfigInput, required: true }) },
    resolve: (_root, { input }, context) =>
      answer(updateSchedulerConfig(context.services, actorOf(context), input), ({ config }) => config),
  }),
);

import type { AuditOrigin, AuditResource } from './audit.generated.js';

const origins: Readonly<Record<AuditOrigin, string>> = {
  GRAPHQL: 'through the API',
  ADMIN: 'in the admin',
  WEBHOOK: 'through a webhook',
  SERVER: 'by Callboard',
  SQL: 'by SQL',
};

const resources: Readonly<Record<AuditResource, string>> = {
  AGENT: 'agent',
  AGENT_CONFIG: 'setting',
  AGENT_LOGIN: 'agent login',
  AGENT_VERSION_DEPLOYMENT: 'deployment of',
  API_TOKEN: 'token',
  BACKFILL: 'backfill',
  ENDPOINT: 'endpoint',
  JOB_EXECUTION: 'job',
  NOTIFICATION_CHANNEL: 'channel',
  OTHER: 'resource',
  PERSON: 'person',
  PIPELINE: 'pipeline',
  SCHEDULE: 'schedule',
  SCHEDULE_EXECUTION: 'run',
  WEBHOOK: 'webhook',
  WORKER: 'worker',
};

export const texts = {
  title: 'Audit log',
  adminsOnly: 'Only admins can see the audit log',
  /** How an action reached Callboard. */
  origins,
  resources,
  /** Terms in the names of actions that the admin words differently. */
  terms: [
    ['schedule execution', 'run'],
    ['api token', 'API token'],
  ],
  filters: {
    search: 'Search by resource ID',
    actor: 'Actor',
    action: 'Action',
    resource: 'Resource',
    origin: 'Source',
  },
  entries: {
    shortcuts: 'Tables',
    next: 'Next entry',
    previous: 'Previous entry',
    what: 'the audit log',
    noMatches: 'No entries match the filter',
    empty: 'No changes recorded yet',
    emptyHint: 'Changes will appear here: who made them, when, from where, and the values before and after.',
    callboard: 'Callboard',
    allByActor: 'All actions by this actor',
    originAndAddress: (origin: AuditOrigin, address: string) => `${origins[origin]} from ${address}`,
  },
} as const;

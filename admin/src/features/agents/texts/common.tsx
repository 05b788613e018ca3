import { counted } from '../../../lib/text/count-text.js';

/**
 * The texts of the list of agents, and those that several pages share. Those of the ways of authenticating
 * are in `authentication-kinds.ts`.
 */
export const texts = {
  common: {
    agents: 'Agents',
    agent: 'Agent',
    register: 'Register agent',
    edit: 'Edit',
    save: 'Save',
    remove: 'Remove',
    health: 'Health',
    circuit: 'Circuit',
    heartbeat: 'Heartbeat',
    version: 'Version',
    running: 'Running',
    throttled: 'Throttled',
    endpoint: 'Endpoint',
    url: 'URL',
    kind: 'Kind',
    method: 'Method',
    authentication: 'Authentication',
    type: 'Type',
    p95: 'p95',
    healthCheck: 'Health check',
    cancelUrl: 'Cancel URL',
    headers: 'Headers',
    retries: 'Retries',
    signingSecret: 'Signing secret',
    schemas: 'Schemas',
    parameterTypes: 'Parameter types',
    concurrency: 'Concurrency',
    rateLimit: 'Rate limit',
    responseTimeout: 'Response timeout',
    attemptTimeout: 'Attempt timeout',
    heartbeatTimeout: 'Heartbeat timeout',
    maxQueueTime: 'Maximum queue time',
    requirements: 'Worker requirements',
    completion: 'A 2xx response without a status means',
    mayBeDeleted: 'It may have been deleted.',
    default: 'Default',
    none: 'None',
    status: 'Status',
    params: 'Params',
    response: 'Response',
    close: 'Close',
    limits: 'Limits',
  },
  endpointTypes: {
    HTTP: 'HTTP',
    WEBHOOK: 'Webhook',
    N8N: 'n8n',
    CLOUD_FUNCTION: 'Cloud function',
    A2A: 'A2A (Agent2Agent)',
  },
  states: { true: 'Enabled', false: 'Disabled' },
  completions: { AUTO: 'Completed', REPORT: 'Accepted; the agent reports the result later' },
  health: { HEALTHY: 'Healthy', DEGRADED: 'Degraded', UNHEALTHY: 'Unhealthy' },
  notChecked: 'Not checked',
  circuits: { CLOSED: 'Closed', HALF_OPEN: 'Probing', OPEN: 'Open' },
  circuit: {
    lastFailed: (failures: number, reason: string | null) =>
      `The last ${counted(failures, 'call')} failed: ${reason}`,
    closedAfter: (failures: number) => `Closed · ${failures} failed`,
    failed: (failures: number) => `${counted(failures, 'call')} failed in a row.`,
    failedBecause: (failures: number, reason: string) =>
      `${counted(failures, 'call')} failed in a row: ${reason}`,
    probing: 'A probe has been sent to check whether the agent is back.',
    waiting: 'Jobs for this agent wait.',
  },
  /** With an explanation. */
  heartbeats: {
    ALIVE: { word: 'Alive', means: 'The agent sends heartbeats on time.' },
    LATE: { word: 'Late', means: 'A heartbeat is overdue.' },
    DEAD: { word: 'Dead', means: 'The agent has missed too many heartbeats and is considered dead.' },
  },
  lastHeartbeat: (at: string) => `Last heartbeat at ${at}.`,
  failedAttempts: (failed: number, total: number) =>
    `${failed.toLocaleString('en')} of ${total.toLocaleString('en')} attempts failed in the last 24 hours`,
  check: {
    checking: 'Checking the endpoint…',
    invalidUrl: (issue: string) => `The URL ${issue}`,
    took: (duration: string) => `Took ${duration}.`,
  },
  list: {
    search: 'Search agents',
    state: 'State',
    invalidEndpoint: 'invalid endpoint',
    success: 'Success (24 h)',
    empty: 'No agents yet',
    emptyHint: (
      <>
        An agent is an HTTP endpoint that runs a job when it is called. Start this example, then register its
        address, <code className="font-mono text-xs">http://127.0.0.1:4100/run</code>.
      </>
    ),
    example: 'Example agent',
  },
} as const;

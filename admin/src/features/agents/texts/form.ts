import { texts as common } from './common.js';

export const texts = {
  ...common,

  form: {
    editTitle: 'Edit agent',
    saved: (name: string) => `Saved ${name}`,
    registered: (name: string) => `Registered ${name}`,
    name: 'Name',
    id: 'ID',
    newIdHint: 'Used in URLs, SQL and logs. It cannot be changed later.',
    idHint: 'It cannot be changed.',
    idFixed: 'The ID of an agent cannot be changed.',
    versionHint: 'Used until you deploy another version to production.',
    description: 'Description',
    urlPlaceholder: 'https://agents.example.com/run',
    urlHint: 'URL that receives the jobs. By default, the health check is “health” in the same path.',
    methods: { POST: 'POST', PUT: 'PUT', GET: 'GET (params as query string)' },
    timeoutPlaceholder: '5m',
    defaultHint: 'Leave empty to use the default.',
    losesSecrets:
      'This URL has a different origin. Stored secrets are not sent to a new origin: they are removed unless you enter them again.',
    missingPeriod: 'enter the period, such as 1m',
    missingLimit: 'enter the number of requests',
    invalidHeader: (line: string) => `“${line}” is not a header. Write one “Name: value” per line.`,
  },
  /** Label, hint and placeholder of the fields that are alike, by name in the draft. */
  fields: {
    inputSchema: {
      label: 'Input schema',
      hint: 'JSON Schema (2020-12) that params must match. Forms and test calls are built from it.',
    },
    outputSchema: {
      label: 'Output schema',
      hint: 'JSON Schema (2020-12) that results must match. Results that do not match fail the job.',
    },
    parameterTypes: { label: common.common.parameterTypes, hint: 'Free-form JSON, for documentation.' },
    completion: { label: common.common.completion, hint: 'Applies to responses without a status.' },
    attemptTimeout: {
      label: common.common.attemptTimeout,
      placeholder: '1h',
      hint: 'From the first send until the outcome is known.',
    },
    heartbeatTimeout: {
      label: common.common.heartbeatTimeout,
      placeholder: '5m',
      hint: 'Maximum time without progress after acceptance. Leave empty for no limit.',
    },
    maxQueueTime: {
      label: common.common.maxQueueTime,
      placeholder: 'default',
      hint: 'Measured from the job’s release. A job that waits longer fails with QUEUE_TIMEOUT.',
    },
    cancelUrl: { label: common.common.cancelUrl, hint: 'Called when an attempt is cancelled.' },
    maxConcurrency: {
      label: common.common.concurrency,
      placeholder: '10',
      hint: 'Maximum running attempts across all workers. Leave empty for no limit.',
    },
    rateLimit: { label: common.common.rateLimit, placeholder: '60', hint: 'Requests, including retries.' },
    ratePer: { label: 'Per', placeholder: '1m' },
    requirements: {
      label: common.common.requirements,
      hint: 'Capabilities a worker needs to call this agent, such as {"region": "eu", "gpu": true}.',
    },
    healthEndpoint: {
      label: common.common.url,
      placeholder: '/health',
      hint: 'A URL, or a path relative to the endpoint.',
    },
    healthInterval: { label: 'Interval in seconds', hint: 'Leave empty to use the default.' },
    signingSecret: {
      label: common.common.signingSecret,
      hint: 'Signs requests according to Standard Webhooks: whsec_ followed by 24 to 64 bytes in Base64.',
    },
    headers: {
      label: common.common.headers,
      hint: 'One “Name: value” per line. Put credentials under Authentication, where they are encrypted.',
    },
    metadata: { label: 'Metadata', hint: 'A JSON object, for your own use.' },
  },
  schemasPart: {
    given: (hasInput: boolean, hasOutput: boolean) =>
      hasInput ? (hasOutput ? 'input and output' : 'input') : hasOutput ? 'output' : 'no schemas',
  },
  answersPart: {
    label: 'Responses and timeouts',
    summary: (attemptTimeout: string) => `attempt timeout ${attemptTimeout || 'default'}`,
    defaults: 'defaults',
    defaultCompletion: 'Default for this kind',
  },
  limitsPart: {
    label: 'Limits and requirements',
    concurrent: (count: string) => `${count} concurrent`,
    rate: (limit: string, period: string) => `${limit} per ${period}`,
    requirements: 'worker requirements',
    none: 'none',
  },
  retriesPart: {
    summary: (retries: string, backoff: string) => `up to ${retries}, ${backoff.toLowerCase()}`,
    default: 'default',
    label: 'Use custom retry settings, unless the schedule or step sets its own',
  },
  healthPart: {
    beside: '/health next to the endpoint',
    every: (seconds: string) => `every ${seconds} s`,
  },
  morePart: {
    label: 'Signing, headers, metadata',
    signed: 'signed requests',
    headers: 'custom headers',
    metadata: 'metadata',
  },
} as const;

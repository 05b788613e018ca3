import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { counted } from '../../../lib/text/count-text.js';
import { texts as common } from './common.js';

const code = (text: string) => <code className="font-mono text-xs">{text}</code>;

const CHOSEN = 'Used by schedules and runs that choose this environment.';

/** The texts of the page of an agent. */
export const texts = {
  ...common,

  shared: {
    default: 'Default',
    none: 'None',
    status: 'Status',
    params: 'Params',
    response: 'Response',
    close: 'Close',
  },
  header: {
    check: 'Check health',
    test: 'Send test call',
    run: 'Run now…',
    grade: 'Check protocol…',
    delete: 'Delete…',
    id: 'agent id',
    isChanging: 'A change is in progress.',
    more: 'More actions',
    circuitClosed: 'Circuit closed. Waiting jobs are being sent.',
    isHealthy: 'The agent is healthy',
    isNotHealthy: (health: string | undefined) => `The agent is ${health}`,
    enabled: 'Agent enabled',
    disabled: 'Agent disabled',
    undo: 'Undo',
  },
  detail: {
    missing: 'It may have been deleted. Its jobs remain in the history.',
    overview: 'Overview',
    jobs: 'Jobs',
    versions: 'Versions',
    limits: 'Limits',
    config: 'Config',
    usedBy: 'Used by',
    audit: 'Audit log',
    invalidEndpoint:
      'This agent registered itself with an invalid endpoint, so it cannot be called. Edit it here, or let the agent correct its endpoint by SQL.',
    disabledByAdmin:
      'An admin disabled this agent. The agent’s own database login cannot enable it. It is not called: schedules and pipelines that use it are blocked, and their slots are recorded as skipped.',
    disabledItself:
      'The agent disabled itself by SQL and can enable itself again. It is not called: schedules and pipelines that use it are blocked, and their slots are recorded as skipped.',
    nextProbe: (at: ReactNode) => <>Next probe {at}.</>,
    closeCircuit: 'Close the circuit',
    closeAndSend: (jobs: number) => `Close the circuit and send ${counted(jobs, 'job')}`,
  },
  overview: {
    attempts: 'Attempts',
    range: 'Time range',
    ranges: { '1h': '1 hour', '24h': '24 hours', '7d': '7 days', '30d': '30 days' },
    loading: 'Loading the statistics…',
    loadError: 'Could not load the statistics',
    successRate: 'Success rate',
    finished: 'Finished',
    failed: (count: number) => `${count.toLocaleString('en')} failed`,
    failedAndDead: (failed: number, dead: number) =>
      `${failed.toLocaleString('en')} failed, ${counted(dead, 'dead letter')}`,
    median: 'Median',
    percentile: '95th percentile',
    sampled: 'Only the newest attempts are counted here because there are so many.',
    outcomes: 'Outcomes',
    completedSeries: 'completed',
    failedSeries: 'failed',
    noOutcomes: 'No attempts finished in this period.',
    latency: 'Latency',
    medianSeries: 'median',
    noLatency: 'No measurements in this period.',
    lastChecked: 'Last checked',
    never: 'Never',
    noHeartbeat: 'none sent',
    runningOf: (running: number, most: number) => `${running.toLocaleString('en')} of up to ${most}`,
    waiting: (jobs: number) => `${jobs.toLocaleString('en')} waiting`,
    reportsVersion: (version: string) => `The agent reports version ${version}.`,
    registered: 'Registered',
    registeredBy: (at: ReactNode, who: ReactNode) => (
      <>
        {at} <span className="text-muted">by {who}</span>
      </>
    ),
  },
  jobs: {
    job: 'Job',
    created: 'Created',
    searchAll: 'Search all jobs',
    title: 'Jobs of this agent',
    row: (job: string) => `job ${job}`,
    noMatch: 'No jobs match the filter',
    empty: 'No jobs yet',
    emptyHint: 'Jobs come from schedules, pipelines, webhooks and “Run now”.',
  },
  versions: {
    environments: {
      PRODUCTION: { label: 'Production', hint: 'Jobs use this version and record it.' },
      STAGING: { label: 'Staging', hint: CHOSEN },
      DEVELOPMENT: { label: 'Development', hint: CHOSEN },
    },
    title: 'Environments',
    rolledBack: (environment: string, version: string | undefined) =>
      `Rolled ${environment.toLowerCase()} back to ${version}`,
    deployedBy: (who: ReactNode) => <>Deployed by {who}</>,
    registeredVersion: 'No version is deployed. Jobs use the version the agent is registered with.',
    noVersion: 'No version is deployed. Jobs in this environment use the production version.',
    previous: (versions: ReactNode) => <>Previous versions: {versions}</>,
    previousAndMore: (versions: ReactNode, more: number) => (
      <>
        Previous versions: {versions} and {more} more
      </>
    ),
    deployTo: (environment: string) => `Deploy to ${environment.toLowerCase()}`,
    deploy: 'Deploy…',
    rollBack: (version: string) => `Roll back to ${version}`,
    rollBackTitle: (environment: string, version: string | undefined) =>
      `Roll ${environment.toLowerCase()} back to ${version}?`,
    rollBackProduction: (from: string | undefined, to: string | undefined) =>
      `New jobs use version ${to} instead of ${from}. Running jobs continue.`,
    rollBackOther: (from: string | undefined, to: string | undefined) =>
      `New jobs in this environment use version ${to} instead of ${from}. Running jobs continue.`,
    history: 'History',
    loadingHistory: 'Loading the history…',
    historyError: 'Could not load the history',
    noHistory: 'No deployments yet.',
    callboard: 'Callboard',
    removed: 'Removed with the agent',
    deployedEntry: (environment: string | undefined, version: ReactNode) => (
      <>
        Deployed{environment && ` in ${environment}`}: {version}
      </>
    ),
    rolledBackEntry: (environment: string | undefined, version: ReactNode) => (
      <>
        Rolled back{environment && ` in ${environment}`}: {version}
      </>
    ),
  },
  deploy: {
    title: (environment: string) => `Deploy a version to ${environment}`,
    production:
      'New jobs use this version. Deploy the code itself first, because Callboard only records the version.',
    submit: 'Deploy',
    done: (version: string, environment: string) => `Deployed ${version} to ${environment}`,
    current: (version: string) => `Current version: ${version}.`,
    notDeployed: (registered: string) =>
      `No version is deployed. The agent is registered with ${registered}.`,
  },
  schemas: {
    input: 'Input',
    inputHint: 'Job params must match this schema.',
    noInput: 'No input schema: any JSON object is accepted.',
    output: 'Output',
    outputHint: 'Results that do not match this schema fail the job.',
    noOutput: 'No output schema: any result is accepted.',
    declaredTypes: 'declared types',
    fieldsOf: (title: string) => `${title} fields`,
    viewJson: 'View as JSON',
    schemaOf: (title: string) => `${title} schema`,
    required: 'required',
  },
  /** Types and rules of a JSON Schema. */
  schema: {
    nothing: 'nothing',
    any: 'any',
    oneOf: 'one of',
    typeOneOf: (type: string) => `${type}, one of`,
    allOf: 'all of',
    typeAllOf: (type: string) => `${type}, all of`,
    types: (types: readonly unknown[]) => types.join(' or '),
    list: 'list',
    listOf: (type: string) => `list of ${type}`,
    value: 'value',
    object: 'object',
    /** By keyword. */
    rules: {
      minimum: (value: unknown) => `at least ${value}`,
      exclusiveMinimum: (value: unknown) => `greater than ${value}`,
      maximum: (value: unknown) => `at most ${value}`,
      exclusiveMaximum: (value: unknown) => `less than ${value}`,
      multipleOf: (value: unknown) => `multiple of ${value}`,
      minLength: (value: unknown) => (value === 1 ? 'not empty' : `at least ${value} characters`),
      maxLength: (value: unknown) => `at most ${value} characters`,
      pattern: (value: unknown) => `pattern ${value}`,
      format: (value: unknown) => `format ${value}`,
      minItems: (value: unknown) => (value === 1 ? 'not empty' : `at least ${value} items`),
      maxItems: (value: unknown) => `at most ${value} items`,
      const: (value: unknown) => `always ${JSON.stringify(value)}`,
      default: (value: unknown) => `default ${JSON.stringify(value)}`,
    },
    uniqueItems: 'unique items',
    closed: 'no other properties',
  },
  endpoint: {
    invalid: 'This agent has no valid endpoint.',
    timeout: 'Timeout',
    /** `interval` in seconds. */
    health: (path: ReactNode, interval: number | null | undefined) => (
      <>
        {path}
        {interval != null && `, every ${interval} s`}
      </>
    ),
    healthBeside: (path: ReactNode, interval: number | null | undefined) => (
      <>
        {path} next to the endpoint{interval != null && `, every ${interval} s`}
      </>
    ),
    noCancelUrl: 'None: the agent is not notified of cancellations',
    secretsHint:
      'Secrets are stored encrypted and never shown. With a signing secret, requests are signed according to Standard Webhooks.',
    headerLines: 'header lines',
    storedSecret: 'stored secret',
    replaceSecret: 'Replace…',
    setSecret: 'Set…',
    checkNow: 'Check now',
    editGroup: (group: string) => `Edit ${group}`,
  },
  secret: {
    stored: (name: string) => `Stored the ${name}`,
    removed: (name: string) => `Removed the ${name}`,
    replaceTitle: (name: string) => `Replace the ${name}`,
    setTitle: (name: string) => `Set the ${name}`,
    signingHint:
      'New requests are signed with the new value. It is stored encrypted and cannot be shown again.',
    credentialHint: 'New requests use the new value. It is stored encrypted and cannot be shown again.',
    submit: 'Store',
    missing: (name: string) => `Enter the ${name} first.`,
    label: (name: string) => `New ${name}`,
    signingFormat: 'whsec_ followed by 24 to 64 bytes in Base64 (Standard Webhooks).',
  },
  limits: {
    unlimited: 'Unlimited',
    upTo: (count: number) => `Up to ${count}`,
    concurrencyNote: (running: number) =>
      `Across all workers, including accepted attempts. ${running.toLocaleString('en')} running now.`,
    rate: (limit: number, period: ReactNode) => (
      <>
        Up to {limit.toLocaleString('en')} per {period}
      </>
    ),
    waitingNow: (jobs: number) => `${counted(jobs, 'job is', 'jobs are')} waiting now.`,
    queueNote: 'Measured from the job’s release. After that, the job fails.',
    attemptNote: 'Measured from the first send until the outcome is known.',
    asAttempt: 'As long as the attempt',
    heartbeat: (duration: ReactNode) => (
      <>{duration} without progress after the agent has accepted; then the attempt fails</>
    ),
    anyWorker: 'None: any worker can call this agent',
    seeWorkers: (
      <>
        See available workers:{' '}
        <Link to="/workers" className="underline underline-offset-3">
          Workers
        </Link>
      </>
    ),
  },
  config: {
    loading: 'Loading the configuration…',
    loadError: 'Could not load the configuration',
    about: (key: string) => (
      <>
        Sent as {code('config')} with every request. The agent can also read it from the table AgentConfig,
        key {code(key)}.
      </>
    ),
    changed: (at: ReactNode) => <>Changed {at}.</>,
    changedBy: (at: ReactNode, who: ReactNode) => (
      <>
        Changed {at} by {who}.
      </>
    ),
    saved: 'Configuration saved',
    removed: 'Configuration removed',
    title: 'Configuration',
    remove: 'Remove…',
    unchanged: 'There are no changes to save.',
    discard: 'Discard',
    hint: 'A JSON object.',
    removeTitle: 'Remove the configuration?',
    removeHint: 'Future requests contain no config. The audit log keeps the removed value.',
  },
  uses: {
    loading: 'Loading usage…',
    loadError: 'Could not load usage',
    empty: 'Not used yet',
    emptyHint: (
      <>
        No schedule, pipeline or webhook uses this agent.{' '}
        <Link to="/scheduler/schedules/new" className="text-accent underline underline-offset-3">
          Create a schedule
        </Link>
      </>
    ),
    schedules: 'Schedules',
    pipelines: 'Pipelines',
    webhooks: 'Webhooks',
    next: 'next',
    suspended: 'Suspended',
    scheduleCount: (count: number) => counted(count, 'schedule'),
    pipelineCount: (count: number) => counted(count, 'pipeline'),
    webhookCount: (count: number) => counted(count, 'webhook'),
    and: (all: readonly string[], last: string) => `${all.join(', ')} and ${last}`,
    steps: (names: readonly string[]) => `${names.length === 1 ? 'step' : 'steps'} ${names.join(', ')}`,
    viewAll: (count: number) => `View all ${count.toLocaleString('en')}`,
  },
  call: {
    testTitle: (name: string) => `Send test call to ${name}`,
    testHint:
      'Sends one real request, so anything the agent does takes effect. The call is not recorded, and the agent cannot report on it later.',
    send: 'Send',
    sendAgain: 'Send again',
    runTitle: (name: string) => `Run ${name} now`,
    runHint: 'Starts a run with one job, or one job for each value of the data sources in the params.',
    run: 'Run',
    started: (name: string) => `Started a run of ${name}`,
    scheduled: (name: string) => `Scheduled a run of ${name}`,
    viewRun: 'View run',
    cancel: 'Cancel',
    noSchema: 'This agent has no input schema. Any JSON object is accepted.',
    acceptedFields: 'Accepted fields',
    inputFields: 'Input fields',
    waiting: 'Waiting for the response, up to 25 seconds…',
    noResponse: 'No response yet.',
    outcomes: { COMPLETED: 'Completed', ACCEPTED: 'Accepted', FAILED: 'Failed' },
    noAnswer: 'No HTTP answer',
    statusCode: (code: number) => `HTTP ${code}`,
    responseBody: 'response body',
    emptyBody: '(empty)',
  },
  grade: {
    title: (name: string) => `Check the protocol of ${name}`,
    about:
      'Sends about fifteen real requests with these params, so anything the agent does takes effect, and reports what to fix. The calls are not recorded.',
    check: 'Check',
    checkAgain: 'Check again',
    paramsHint: 'Params of a short job that the agent can complete.',
    running: 'Calling the agent. This takes up to a minute…',
    statuses: { PASSED: 'Passed', WARNING: 'Warning', FAILED: 'Failed', SKIPPED: 'Skipped' },
    checks: 'Checks',
  },
  delete: {
    title: (name: string) => `Delete ${name}?`,
    confirm: 'Delete agent',
    deleted: (name: string) => `Deleted ${name}`,
    usedBy: (uses: string) => (
      <>
        Used by <strong>{uses}</strong>. They stay but are blocked: their slots are recorded as skipped until
        you choose another agent or register this one again.
      </>
    ),
    unused: 'Nothing uses this agent.',
    running: (jobs: number) => `${counted(jobs, 'job is', 'jobs are')} running now.`,
    about: 'Deletes its deployments, configuration and secrets. Its jobs remain in the history.',
  },
} as const;

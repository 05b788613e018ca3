import { texts as common } from './common.js';

export const texts = {
  ...common,

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
    noAnswer: 'No HTTP response',
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
} as const;

import { defineConfig } from 'vitest/config';

/** Most of their work is done by programs that they start. */
const FAULTS = ['test/faults/**/*.test.ts'];

/**
 * Suites that change their process or its modules, or measure time or memory in it: nothing else may have happened there. Each
 * of their files loads all modules again, which can take three seconds of processor time.
 */
const OWN_PROCESS = [
  'budgets/**/*',
  'dev/**/*',
  'e2e/events/graphql-event-bursts',
  'runtime/telemetry/tracing',
  'simulation/**/*',
].map((path) => `test/${path}.test.ts`);

/**
 * The longest suites, which `npm test` leaves out so that it takes at most five minutes on two cores. It still runs
 * suites of each kind. `npm run test:all` runs all of them.
 */
const LONG = [
  'test/architecture',
  'test/admin/forms/{agent-dialogs,channel-dialog,pipeline-editor,schedule-form,settings-form,token-dialog,webhook-form}',
  'test/cli/{backup,configuration,connection,doctor,first-agent,migrate-check,rotate-key,user-commands}',
  'test/db/{migrate,sql-files,jobs/claim-while-stopping,jobs/running-work,system/guards}',
  'test/deploy/chart',
  'test/dev/{audit,dev,dockerfile,package,schema-changes,side-by-side}',
  'test/docs/commands',
  // Also suites that will be added. `npm test` keeps one in a browser and one of a fault.
  'test/e2e/*/admin-!(executions|server)',
  'test/e2e/*/{a2a,administrator-settings,database-roles,first-run,graphql-bulk,graphql-event-bursts,graphql-grade,graphql-pipeline-runs,graphql-scoped-tokens,graphql-server-process,graphql-unavailable}',
  'test/e2e/*/{mail-loading,mcp,metrics,newsletter,oidc,own-agent,pooler,scoped-tokens-outside,server-traces,sql-agent,traces}',
  'test/engine/dispatch/{agent-limits,cancelled-jobs,cancelled-runs,drains,fleet,redis}',
  'test/engine/finish/{dead-agents,deadlines,notifications,open-transactions}',
  'test/engine/maintain/{hostile-logins,leases,recovery}',
  'test/engine/pipelines/{pipeline-property,pipeline-races,pipeline-repeats,pipeline-rules,pipeline-scale,pipeline-waits}',
  'test/engine/schedule/{backfills,batches,cancelled-chunks,chunks,expansions,overdue-runs,queue-timeout}',
  'test/events/{outbox-tail,outbox-tail-concurrency,trim-outbox}',
  'test/examples/{clients,examples}',
  'test/faults/!(worker-stopped)',
  'test/kits/conformance',
  'test/queue/{queues,redis-deployments}',
  'test/runtime/{database/database-tls,database/database-url,database/listener,database/pool,embedded-postgres/embedded-postgres}',
  'test/sample/load-sample',
  'test/services/{configuration/apply-configuration,conformance/grade-agent,jobs/settle-attempts,json-schema/json-schema}',
  'test/services/{pipelines/pipeline-replays,runs/expand-execution,schedules/backfills,webhooks/receive-webhook}',
].map((path) => `${path}.test.{ts,tsx}`);

/** Set where other builds share the machine and make a test time out now and then. */
const RETRIES = Number(process.env.CALLBOARD_TEST_RETRIES ?? 0);

export default defineConfig(({ mode }) => {
  const isQuick = mode === 'quick';
  const left = isQuick ? LONG : [];
  const project = (name: string, options: object) => ({
    // Vite would load the ESM copy of graphql beside the CommonJS one that its users load: two realms.
    resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
    test: {
      name,
      env: { CALLBOARD_TESTS: isQuick ? 'quick' : 'all' },
      setupFiles: ['test/support/vitest/properties.ts'],
      testTimeout: 120_000,
      hookTimeout: 180_000,
      retry: RETRIES,
      // A page on a busy machine takes its time; a poll ends with the first answer that is right.
      expect: { poll: { timeout: 30_000 } },
      ...options,
    },
  });
  return {
    test: {
      projects: [
        project('shared process', {
          include: ['test/**/*.test.ts'],
          exclude: [...FAULTS, ...OWN_PROCESS, ...left],
          isolate: false,
        }),
        project('forms', {
          include: ['test/admin/forms/**/*.test.tsx'],
          exclude: left,
          environment: './test/support/vitest/jsdom-environment.ts',
          setupFiles: ['test/support/vitest/properties.ts', 'test/admin/forms/support/what-jsdom-lacks.ts'],
          isolate: false,
        }),
        project('faults', {
          include: FAULTS,
          exclude: left,
          // Processes start and recover several times in one test, perhaps on a busy machine.
          testTimeout: 240_000,
          isolate: false,
        }),
        project('own process', { include: OWN_PROCESS, exclude: left }),
      ],
      ...(RETRIES > 0 && { reporters: ['default', './test/support/vitest/second-tries.ts'] }),
      // For the whole run, not for each project.
      globalSetup: ['test/support/vitest/global-setup.ts'],
      pool: 'forks',
      // Two more than the cores of a small machine: many tests wait most of the time, for processes, timers and sockets. Six are no
      // faster: they keep the cores busy, and tests fail their time limits.
      maxWorkers: 4,
    },
  };
});

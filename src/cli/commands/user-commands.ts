import type { Command } from 'commander';
import { connectionOf, outputOf, statusOption, withConnection } from '../command.js';

const WITH_AGENTS = 'Write an agent:';

/** Adds the commands for users of a server, in the order of the help. They use its GraphQL API. */
export function addUserCommands(program: Command): void {
  addFirstSteps(program);
  addRunCommands(program);
  addListCommands(program);
  addRepairCommands(program);
  addScheduleCommands(program);
  addAgentCommands(program);
  addConfigurationCommands(program);

  withConnection(program.command('mcp'))
    .description('serve the tools for language models over stdio (Model Context Protocol), until stdin ends')
    .action(async (_options, command) => {
      const { serveMcp } = await import('../serve-mcp.js');
      const { client } = await connectionOf(command);
      await serveMcp(client);
    });
}

function addFirstSteps(program: Command): void {
  program
    .command('init')
    .helpGroup(WITH_AGENTS)
    .description('write a first agent into this folder and print how to run it')
    .option('--language <language>', 'typescript or python; asked for on a terminal')
    .option('--id <id>', 'ID of the agent; asked for on a terminal, "greeter" by default')
    .option('--port <port>', 'port of the agent', '8080')
    .action(async (options, command) => {
      const { createFirstAgent } = await import('../agents/create-first-agent.js');
      await createFirstAgent(options, outputOf(command));
    });

  program
    .command('login')
    .description('store the address and API token of a server as a profile and make it the current one')
    .argument('<url>', 'address of the server')
    .option('--profile <name>', 'name of the profile', 'default')
    .addHelpText(
      'after',
      '\nThe token is read from the terminal, or from standard input: callboard login URL < token-file',
    )
    .action(async (url, { profile }, command) => {
      const { storeLogin } = await import('../connection/store-login.js');
      await storeLogin(url, profile, outputOf(command));
    });

  withConnection(program.command('whoami'))
    .description('print the server, and the name and role of the API token')
    .action(async (_options, command) => {
      const { client, url } = await connectionOf(command);
      const { me, system } = await client.request<WhoamiAnswer>(WHOAMI);
      outputOf(command).result(
        { url, version: system.version, ...me },
        () => `${me.name} (${me.role}) at ${url}, Callboard ${system.version}`,
      );
    });
}

function addRunCommands(program: Command): void {
  withConnection(program.command('trigger'))
    .description('start a run of a schedule, an agent or a pipeline')
    .argument('[schedule]', 'ID, key or name of the schedule')
    .option('--agent <id>', 'run this agent instead of a schedule')
    .option('--pipeline <id>', 'run the pipeline with this ID or key instead of a schedule')
    .option('--params <json>', 'params of the run: a JSON object, or @file')
    .option('--delay <duration>', 'start after this time, such as 10m')
    .option('--at <instant>', 'start at this time, such as 2030-01-01T08:00:00Z')
    .option('--priority <number>', 'priority of the jobs')
    .option('--key <key>', 'idempotency key: a second call with the same key returns the same run')
    .option('--wait', 'wait for the end of the run; the exit code is 1 if it did not succeed')
    .action(async (schedule, options, command) => {
      const { triggerRun } = await import('../runs/trigger-run.js');
      const { client } = await connectionOf(command);
      await triggerRun(client, { schedule, ...options }, outputOf(command));
    });

  withConnection(program.command('tail'))
    .description(
      'print every change of runs or jobs as it happens, until Ctrl-C; no event is lost if the connection breaks',
    )
    .argument('[schedule]', 'ID, key or name of a schedule: only its runs and jobs')
    .option('--jobs', 'print changes of jobs instead of runs')
    .option('--run <id>', 'print changes of the jobs of this run')
    .option('--after <cursor>', 'continue after this cursor, which --json prints with each event')
    .action(async (schedule, options, command) => {
      const { tailEvents } = await import('../runs/tail-events.js');
      const { client } = await connectionOf(command);
      await tailEvents(client, { schedule, ...options }, outputOf(command));
    });
}

function addListCommands(program: Command): void {
  withConnection(program.command('schedules'))
    .description('list schedules with their next run')
    .option('--search <text>', 'only schedules whose name contains this text')
    .option('--first <number>', 'maximum number of entries', '50')
    .action(async (options, command) => {
      const { listSchedules } = await import('../list.js');
      const { client } = await connectionOf(command);
      await listSchedules(client, options, outputOf(command));
    });

  withConnection(program.command('runs'))
    .description('list runs, newest first')
    .argument('[schedule]', 'ID, key or name of the schedule')
    .addOption(statusOption('runs', ['pending', 'running', 'succeeded', 'partial', 'failed', 'cancelled']))
    .option('--first <number>', 'maximum number of entries', '20')
    .action(async (schedule, options, command) => {
      const { listRuns } = await import('../list.js');
      const { client } = await connectionOf(command);
      await listRuns(client, { schedule, ...options }, outputOf(command));
    });

  withConnection(program.command('jobs'))
    .description('list jobs, newest first')
    .argument('[run]', 'ID of the run')
    .addOption(
      statusOption('jobs', [
        'pending',
        'running',
        'completed',
        'failed',
        'cancelled',
        'skipped',
        'dead_letter',
      ]),
    )
    .option('--agent <id>', 'only jobs of this agent')
    .option('--search <text>', 'only jobs whose ID, error or params contain this text')
    .option('--first <number>', 'maximum number of entries', '20')
    .action(async (run, options, command) => {
      const { listJobs } = await import('../list.js');
      const { client } = await connectionOf(command);
      await listJobs(client, { run, ...options }, outputOf(command));
    });
}

function addRepairCommands(program: Command): void {
  withConnection(program.command('why'))
    .description('explain the state of a schedule, a run or a job: why it waits, failed or does not run')
    .argument('<id>', 'ID of a run or a job, or ID, key or name of a schedule')
    .action(async (id, _options, command) => {
      const { explain } = await import('../runs/explain.js');
      const { client } = await connectionOf(command);
      const explanation = await explain(client, id);
      outputOf(command).result(explanation, () => `${explanation.subject}: ${explanation.why}`);
    });

  withConnection(program.command('retry'))
    .description('retry a job, or the failed jobs of a run')
    .argument('<id>', 'ID of the run or the job')
    .action(async (id, _options, command) => {
      const { changeRunOrJob } = await import('../runs/change-run-or-job.js');
      const { client } = await connectionOf(command);
      await changeRunOrJob(client, 'retry', id, outputOf(command));
    });

  withConnection(program.command('cancel'))
    .description('cancel a run or a job')
    .argument('<id>', 'ID of the run or the job')
    .action(async (id, _options, command) => {
      const { changeRunOrJob } = await import('../runs/change-run-or-job.js');
      const { client } = await connectionOf(command);
      await changeRunOrJob(client, 'cancel', id, outputOf(command));
    });
}

function addScheduleCommands(program: Command): void {
  withConnection(program.command('pause'))
    .description('pause a schedule; slots during the pause do not run')
    .argument('<schedule>', 'ID, key or name of the schedule')
    .option('--for <duration>', 'length of the pause, such as 2h')
    .option('--until <instant>', 'until this time, such as 2030-01-01T08:00:00Z')
    .option('--note <text>', 'reason, shown to other users')
    .action(async (schedule, options, command) => {
      const { pauseSchedule } = await import('../schedules/pause-schedule.js');
      const { client } = await connectionOf(command);
      await pauseSchedule(client, { schedule, ...options }, outputOf(command));
    });

  withConnection(program.command('resume'))
    .description('end the pause of a schedule')
    .argument('<schedule>', 'ID, key or name of the schedule')
    .action(async (schedule, _options, command) => {
      const { resumeSchedule } = await import('../schedules/pause-schedule.js');
      const { client } = await connectionOf(command);
      await resumeSchedule(client, schedule, outputOf(command));
    });

  withConnection(program.command('preview'))
    .description('print the next slots of a schedule, or of a cron expression or an interval')
    .argument('[schedule]', 'ID, key or name of the schedule')
    .option('--cron <expression>', 'cron expression, such as "0 9 * * 1-5"')
    .option('--interval <duration>', 'interval, such as 15m')
    .option('--timezone <zone>', 'time zone, such as Europe/Berlin; defaults to that of the server')
    .option('--count <number>', 'number of slots', '5')
    .action(async (schedule, options, command) => {
      const { previewSlots } = await import('../schedules/preview-slots.js');
      const { client } = await connectionOf(command);
      await previewSlots(client, { schedule, ...options }, outputOf(command));
    });
}

function addAgentCommands(program: Command): void {
  const group = program
    .command('agent')
    .helpGroup(WITH_AGENTS)
    .description('test, register or import an agent')
    .helpCommand('help [command]', 'print the help of a command');
  group
    .command('test')
    .description('test an agent without a server and suggest fixes; exit code 1 if a check failed')
    .argument('<url>', 'URL of the agent')
    .option('--params <json>', 'params of an ordinary, short job: a JSON object, or @file')
    .option('--slow-params <json>', 'params of a job that takes a few seconds, to test cancellation')
    .option('--retry-params <json>', 'params that make the agent fail with a retryable error')
    .option('--large-params <json>', 'params that make the agent return a large result')
    .option('--signing-secret <secret>', 'signing secret of the agent (whsec_…), or @file')
    .option('--bearer <token>', 'bearer token that the agent expects, or @file')
    .option('--cancel-url <url>', 'URL that is notified of cancellations')
    .option('--health <url>', 'URL of the health check; defaults to "health" in the same path as the URL')
    .option('--callback-host <host>', 'address of this machine as the agent reaches it', '127.0.0.1')
    .option('--strict', 'exit code 1 for warnings too')
    .action(async (url, options, command) => {
      const { testAgent } = await import('../agents/test-agent.js');
      process.exitCode = await testAgent(url, options, outputOf(command));
    });
  withConnection(group.command('register'))
    .description('register an agent, so that schedules can call it')
    .argument('<id>', 'ID of the agent, such as greeter')
    .argument('<url>', 'URL of the agent')
    .option('--name <name>', 'display name; defaults to the ID')
    .option('--agent-version <version>', 'version of the agent', '1.0.0')
    .option('--signing-secret <secret>', 'secret that Callboard signs its calls with (whsec_…), or @file')
    .option('--cancel-url <url>', 'URL that is notified of cancellations')
    .action(async (id, url, options, command) => {
      const { registerAgent } = await import('../agents/register-agent.js');
      const { client } = await connectionOf(command);
      await registerAgent(client, { id, url, ...options }, outputOf(command));
    });
  withConnection(group.command('import'))
    .description('register the agent that an A2A agent card describes')
    .argument('<url>', 'URL of the card, or of the host that has one')
    .option('--id <id>', 'ID of the agent; the name in the card by default')
    .option('--agent-token <token>', 'bearer token or API key that the card asks for, or @file')
    .action(async (url, options, command) => {
      const { importAgentCard } = await import('../agents/register-agent.js');
      const { client } = await connectionOf(command);
      await importAgentCard(client, { url, ...options }, outputOf(command));
    });
}

function addConfigurationCommands(program: Command): void {
  withConnection(program.command('export'))
    .description(
      'write agents, pipelines, schedules, webhooks and notification channels as YAML, without secrets',
    )
    .option('--kind <kind...>', 'only these kinds, such as Agent or Schedule')
    .option('--managed-by <name>', 'only objects that this name manages')
    .option(
      '-o, --output <path>',
      'a file that ends in .yaml or .yml, or a folder that gets a file for each object',
    )
    .action(async (options, command) => {
      const { writeConfiguration } = await import('../configuration/write-configuration.js');
      await writeConfiguration(await connectionOf(command), options, outputOf(command));
    });

  withFiles(program.command('diff'))
    .description('print what "callboard apply" would change; exit code 20 if it would change something')
    .action(async (files, options, command) => {
      const { diffFiles } = await import('../configuration/apply-files.js');
      const { client } = await connectionOf(command);
      await diffFiles(client, { files, ...options }, outputOf(command));
    });

  withFiles(program.command('apply'))
    .description(
      'create and update agents, pipelines, schedules, webhooks and notification channels from files',
    )
    .option('--dry-run', 'only print what would change')
    .option('--yes', 'apply without asking for confirmation')
    .action(async (files, options, command) => {
      const { applyFiles } = await import('../configuration/apply-files.js');
      const { client } = await connectionOf(command);
      await applyFiles(client, { files, ...options }, outputOf(command));
    });

  program
    .command('schema')
    .description('print the JSON Schema of configuration files, for editors')
    .action(async () => {
      const { documentJsonSchema } = await import('../../schema/configuration/document-json-schema.js');
      process.stdout.write(`${JSON.stringify(documentJsonSchema(), undefined, 2)}\n`);
    });
}

const WHOAMI = '{ me { name role } system { version } }';

interface WhoamiAnswer {
  me: { name: string; role: string };
  system: { version: string };
}

function withFiles(command: Command): Command {
  return withConnection(command)
    .argument('<files...>', 'YAML files, folders with such files, or - for standard input')
    .option('--managed-by <name>', 'who manages these files, such as github.com/acme/ops')
    .option('--prune', 'delete objects that --managed-by manages and the files do not contain')
    .option('--take-over', 'take over objects that others manage');
}

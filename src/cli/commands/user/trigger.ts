import { connectionOf, type DefineCommand, outputOf, withConnection } from '../../command.js';

export const trigger: DefineCommand = (program) => {
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
      const { triggerRun } = await import('../../runs/trigger-run.js');
      const { client } = await connectionOf(command);
      await triggerRun(client, { schedule, ...options }, outputOf(command));
    });
};

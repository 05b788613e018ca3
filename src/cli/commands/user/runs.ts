import { connectionOf, type DefineCommand, outputOf, withConnection } from '../../command.js';

export const runs: DefineCommand = (program) => {
  withConnection(program.command('runs'))
    .description('list runs, the newest first')
    .argument('[schedule]', 'ID, key or name of the schedule')
    .option(
      '--status <status...>',
      'only runs with this status: pending, running, succeeded, partial, failed, cancelled',
    )
    .option('--first <number>', 'maximum number of entries', '20')
    .action(async (schedule, options, command) => {
      const { listRuns } = await import('../../list.js');
      const { client } = await connectionOf(command);
      await listRuns(client, { schedule, ...options }, outputOf(command));
    });
};

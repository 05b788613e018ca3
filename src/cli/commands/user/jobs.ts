import { connectionOf, type DefineCommand, outputOf, withConnection } from '../../command.js';

export const jobs: DefineCommand = (program) => {
  withConnection(program.command('jobs'))
    .description('list jobs, the newest first')
    .argument('[run]', 'ID of the run')
    .option(
      '--status <status...>',
      'only jobs with this status: pending, running, completed, failed, cancelled, skipped, dead_letter',
    )
    .option('--agent <id>', 'only jobs of this agent')
    .option('--search <text>', 'only jobs whose ID, error or params contain this text')
    .option('--first <number>', 'maximum number of entries', '20')
    .action(async (run, options, command) => {
      const { listJobs } = await import('../../list.js');
      const { client } = await connectionOf(command);
      await listJobs(client, { run, ...options }, outputOf(command));
    });
};

import { connectionOf, type DefineCommand, outputOf, withConnection } from '../../command.js';

export const tail: DefineCommand = (program) => {
  withConnection(program.command('tail'))
    .description(
      'print every change of runs or jobs as it happens, until Ctrl-C; a broken connection loses nothing',
    )
    .argument('[schedule]', 'ID, key or name of a schedule: only its runs and jobs')
    .option('--jobs', 'print changes of jobs instead of runs')
    .option('--run <id>', 'print changes of the jobs of this run')
    .option('--after <cursor>', 'continue after this cursor, which --json prints with each event')
    .action(async (schedule, options, command) => {
      const { tailEvents } = await import('../../runs/tail-events.js');
      const { client } = await connectionOf(command);
      await tailEvents(client, { schedule, ...options }, outputOf(command));
    });
};

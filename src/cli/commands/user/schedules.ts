import { connectionOf, type DefineCommand, outputOf, withConnection } from '../../command.js';

export const schedules: DefineCommand = (program) => {
  withConnection(program.command('schedules'))
    .description('list schedules with their next run')
    .option('--search <text>', 'only schedules whose name contains this text')
    .option('--first <number>', 'maximum number of entries', '50')
    .action(async (options, command) => {
      const { listSchedules } = await import('../../list.js');
      const { client } = await connectionOf(command);
      await listSchedules(client, options, outputOf(command));
    });
};

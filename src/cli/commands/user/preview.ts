import { connectionOf, type DefineCommand, outputOf, withConnection } from '../../command.js';

export const preview: DefineCommand = (program) => {
  withConnection(program.command('preview'))
    .description('print the next slots of a schedule, or of a cron expression or an interval')
    .argument('[schedule]', 'ID, key or name of the schedule')
    .option('--cron <expression>', 'cron expression, such as "0 9 * * 1-5"')
    .option('--interval <duration>', 'interval, such as 15m')
    .option('--timezone <zone>', 'time zone, such as Europe/Berlin; defaults to that of the server')
    .option('--count <number>', 'number of slots', '5')
    .action(async (schedule, options, command) => {
      const { previewSlots } = await import('../../schedules/preview-slots.js');
      const { client } = await connectionOf(command);
      await previewSlots(client, { schedule, ...options }, outputOf(command));
    });
};

import { connectionOf, type DefineCommand, outputOf, withConnection } from '../command.js';

export const pause: DefineCommand = (program) => {
  withConnection(program.command('pause'))
    .description('pause a schedule for a time; slots that fall due meanwhile do not run')
    .argument('<schedule>', 'ID, key or name of the schedule')
    .option('--for <duration>', 'for so long, such as 2h')
    .option('--until <instant>', 'until this time, such as 2030-01-01T08:00:00Z')
    .option('--note <text>', 'why, for others to read')
    .action(async (schedule, options, command) => {
      const { pauseSchedule } = await import('../pause-schedule.js');
      const { client } = await connectionOf(command);
      await pauseSchedule(client, { schedule, ...options }, outputOf(command));
    });
};

export const resume: DefineCommand = (program) => {
  withConnection(program.command('resume'))
    .description('end the pause of a schedule')
    .argument('<schedule>', 'ID, key or name of the schedule')
    .action(async (schedule, _options, command) => {
      const { resumeSchedule } = await import('../pause-schedule.js');
      const { client } = await connectionOf(command);
      await resumeSchedule(client, schedule, outputOf(command));
    });
};

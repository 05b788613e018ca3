import { connectionOf, type DefineCommand, outputOf, withConnection } from '../../command.js';

export const pause: DefineCommand = (program) => {
  withConnection(program.command('pause'))
    .description('pause a schedule; slots during the pause do not run')
    .argument('<schedule>', 'ID, key or name of the schedule')
    .option('--for <duration>', 'length of the pause, such as 2h')
    .option('--until <instant>', 'until this time, such as 2030-01-01T08:00:00Z')
    .option('--note <text>', 'reason, shown to other users')
    .action(async (schedule, options, command) => {
      const { pauseSchedule } = await import('../../schedules/pause-schedule.js');
      const { client } = await connectionOf(command);
      await pauseSchedule(client, { schedule, ...options }, outputOf(command));
    });
};

export const resume: DefineCommand = (program) => {
  withConnection(program.command('resume'))
    .description('end the pause of a schedule')
    .argument('<schedule>', 'ID, key or name of the schedule')
    .action(async (schedule, _options, command) => {
      const { resumeSchedule } = await import('../../schedules/pause-schedule.js');
      const { client } = await connectionOf(command);
      await resumeSchedule(client, schedule, outputOf(command));
    });
};

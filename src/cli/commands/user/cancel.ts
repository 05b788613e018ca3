import { connectionOf, type DefineCommand, outputOf, withConnection } from '../../command.js';

export const cancel: DefineCommand = (program) => {
  withConnection(program.command('cancel'))
    .description('cancel a run or a job')
    .argument('<id>', 'ID of the run or the job')
    .action(async (id, _options, command) => {
      const { changeRunOrJob } = await import('../../runs/change-run-or-job.js');
      const { client } = await connectionOf(command);
      await changeRunOrJob(client, 'cancel', id, outputOf(command));
    });
};

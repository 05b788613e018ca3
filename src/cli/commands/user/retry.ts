import { connectionOf, type DefineCommand, outputOf, withConnection } from '../../command.js';

export const retry: DefineCommand = (program) => {
  withConnection(program.command('retry'))
    .description('retry a job, or the failed jobs of a run')
    .argument('<id>', 'ID of the run or the job')
    .action(async (id, _options, command) => {
      const { changeRunOrJob } = await import('../../runs/change-run-or-job.js');
      const { client } = await connectionOf(command);
      await changeRunOrJob(client, 'retry', id, outputOf(command));
    });
};

import { connectionOf, type DefineCommand, outputOf, withConnection } from '../../command.js';

export const why: DefineCommand = (program) => {
  withConnection(program.command('why'))
    .description('explain why a schedule, a run or a job runs, waits, failed or does not run')
    .argument('<id>', 'ID of a run or a job, or ID, key or name of a schedule')
    .action(async (id, _options, command) => {
      const { explain } = await import('../../runs/explain.js');
      const { client } = await connectionOf(command);
      const explanation = await explain(client, id);
      outputOf(command).result(explanation, () => `${explanation.subject}: ${explanation.why}`);
    });
};

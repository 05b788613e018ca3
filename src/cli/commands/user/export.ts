import { connectionOf, type DefineCommand, outputOf, withConnection } from '../../command.js';

export const exportConfiguration: DefineCommand = (program) => {
  withConnection(program.command('export'))
    .description(
      'write agents, pipelines, schedules, webhooks and notification channels as YAML, without secrets',
    )
    .option('--kind <kind...>', 'only these kinds, such as Agent or Schedule')
    .option('--managed-by <name>', 'only objects that this name manages')
    .option(
      '-o, --output <path>',
      'a file that ends in .yaml or .yml, or a folder that gets a file for each object',
    )
    .action(async (options, command) => {
      const { writeConfiguration } = await import('../../configuration/write-configuration.js');
      await writeConfiguration(await connectionOf(command), options, outputOf(command));
    });
};

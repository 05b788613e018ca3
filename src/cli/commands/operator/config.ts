import { type DefineCommand, outputOf } from '../../command.js';

export const config: DefineCommand = (program) => {
  program
    .command('config')
    .description('print the settings in effect and the source of each; secrets are hidden')
    .action(async (_options, command) => {
      const { printConfig } = await import('../../system/print-config.js');
      printConfig(outputOf(command));
    });
};

import { type DefineCommand, outputOf } from '../command.js';

export const config: DefineCommand = (program) => {
  program
    .command('config')
    .description('print the settings in force and where each is from; secrets are hidden')
    .action(async (_options, command) => {
      const { printConfig } = await import('../print-config.js');
      printConfig(outputOf(command));
    });
};

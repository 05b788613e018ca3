import { type DefineCommand, outputOf } from '../command.js';

export const restore: DefineCommand = (program) => {
  program
    .command('restore')
    .description('restore what "callboard backup" saved into the data directory')
    .argument('<file>', 'file that "callboard backup" made')
    .option('--replace', 'move a database that is there aside')
    .action(async (file: string, { replace = false }, command) => {
      const { restoreInstallation } = await import('../backup.js');
      await restoreInstallation(file, replace, outputOf(command));
    });
};

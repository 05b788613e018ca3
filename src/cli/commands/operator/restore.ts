import { type DefineCommand, outputOf } from '../../command.js';

export const restore: DefineCommand = (program) => {
  program
    .command('restore')
    .description('restore a file created by "callboard backup" into the data directory')
    .argument('<file>', 'file created by "callboard backup"')
    .option('--replace', 'move an existing database aside')
    .action(async (file: string, { replace = false }, command) => {
      const { restoreInstallation } = await import('../../system/backup.js');
      await restoreInstallation(file, replace, outputOf(command));
    });
};

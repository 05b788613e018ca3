import { type DefineCommand, outputOf } from '../../command.js';

export const backup: DefineCommand = (program) => {
  program
    .command('backup')
    .description('save the embedded database and its secret key to a file, even while Callboard is running')
    .argument('<file>', 'file to create, for example callboard.tar.gz')
    .action(async (file: string, _options, command) => {
      const { backUpInstallation } = await import('../../system/backup.js');
      await backUpInstallation(file, outputOf(command));
    });
};

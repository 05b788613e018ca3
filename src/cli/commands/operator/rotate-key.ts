import { type DefineCommand, outputOf } from '../../command.js';

export const rotateKey: DefineCommand = (program) => {
  program
    .command('rotate-key')
    .description(
      'encrypt all stored secrets with a new secret key; the previous one stays valid for callbacks',
    )
    .option('--forget-previous', 'with the embedded database: stop accepting the previous key')
    .action(async ({ forgetPrevious = false }, command) => {
      const work = await import('../../system/rotate-key.js');
      await (forgetPrevious
        ? work.forgetPreviousKey(outputOf(command))
        : work.rotateSecretKey(outputOf(command)));
    });
};

import { type DefineCommand, outputOf } from '../../command.js';

export const login: DefineCommand = (program) => {
  program
    .command('login')
    .description('store the address and API token of a server as a profile and make it the current one')
    .argument('<url>', 'address of the server')
    .option('--profile <name>', 'name of the profile', 'default')
    .addHelpText(
      'after',
      '\nThe token is read from the terminal, or from standard input: callboard login URL < token-file',
    )
    .action(async (url, { profile }, command) => {
      const { storeLogin } = await import('../../connection/store-login.js');
      await storeLogin(url, profile, outputOf(command));
    });
};

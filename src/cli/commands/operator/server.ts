import { type DefineCommand, runProgram } from '../../command.js';

export const server: DefineCommand = (program) => {
  program
    .command('server')
    .description('run the server: GraphQL, callbacks, webhooks and the admin')
    .action(() => runProgram('server'));
};

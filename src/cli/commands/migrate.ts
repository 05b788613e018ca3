import { type DefineCommand, runProgram } from '../command.js';

export const migrate: DefineCommand = (program) => {
  program
    .command('migrate')
    .description('bring the database in DATABASE_URL up to date')
    .action(() => runProgram('migrate'));
};

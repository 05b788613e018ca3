import { type DefineCommand, runProgram } from '../../command.js';

export const up: DefineCommand = (program) => {
  program
    .command('up')
    .description(
      'run everything on this machine, with an embedded PostgreSQL unless DATABASE_URL is set (default)',
    )
    .action(() => runProgram('dev'));
};

import { type DefineCommand, runProgram } from '../../command.js';

export const worker: DefineCommand = (program) => {
  program
    .command('worker')
    .description('run a worker, which claims due schedules and calls agents')
    .action(() => runProgram('worker'));
};

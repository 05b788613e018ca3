import { type DefineCommand, outputOf } from '../../command.js';

export const doctor: DefineCommand = (program) => {
  program
    .command('doctor')
    .description('check the installation and suggest fixes; exit code 1 if there is a problem')
    .action(async (_options, command) => {
      const { runDoctor } = await import('../../doctor/run-doctor.js');
      process.exitCode = await runDoctor(outputOf(command));
    });
};

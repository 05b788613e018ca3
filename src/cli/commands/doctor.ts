import { type DefineCommand, outputOf } from '../command.js';

export const doctor: DefineCommand = (program) => {
  program
    .command('doctor')
    .description(
      'look for what keeps Callboard from working, and say what to do; exit code 1 if there is a problem',
    )
    .action(async (_options, command) => {
      const { runDoctor } = await import('../doctor/run-doctor.js');
      process.exitCode = await runDoctor(outputOf(command));
    });
};

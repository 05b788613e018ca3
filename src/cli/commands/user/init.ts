import { type DefineCommand, outputOf } from '../../command.js';

export const init: DefineCommand = (program) => {
  program
    .command('init')
    .description('write a first agent into this folder and print how to run it')
    .option('--language <language>', 'typescript or python; asked for on a terminal')
    .option('--id <id>', 'ID of the agent; asked for on a terminal, "greeter" by default')
    .option('--port <port>', 'port of the agent', '8080')
    .action(async (options, command) => {
      const { createFirstAgent } = await import('../../agents/create-first-agent.js');
      await createFirstAgent(options, outputOf(command));
    });
};

import { connectionOf, type DefineCommand, withConnection } from '../../command.js';

export const mcp: DefineCommand = (program) => {
  withConnection(program.command('mcp'))
    .description('serve the tools for language models over stdio (Model Context Protocol), until stdin ends')
    .action(async (_options, command) => {
      const { serveMcp } = await import('../../serve-mcp.js');
      const { client } = await connectionOf(command);
      await serveMcp(client);
    });
};

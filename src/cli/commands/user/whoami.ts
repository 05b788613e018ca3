import { connectionOf, type DefineCommand, outputOf, withConnection } from '../../command.js';

const QUERY = '{ me { name role } system { version } }';

interface Answer {
  me: { name: string; role: string };
  system: { version: string };
}

export const whoami: DefineCommand = (program) => {
  withConnection(program.command('whoami'))
    .description('print the server, and the name and role of the API token')
    .action(async (_options, command) => {
      const { client, url } = await connectionOf(command);
      const { me, system } = await client.request<Answer>(QUERY);
      outputOf(command).result(
        { url, version: system.version, ...me },
        () => `${me.name} (${me.role}) at ${url}, Callboard ${system.version}`,
      );
    });
};

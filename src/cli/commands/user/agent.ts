import { connectionOf, type DefineCommand, outputOf, withConnection } from '../../command.js';

export const agent: DefineCommand = (program) => {
  const group = program.command('agent').description('test or register an agent');
  group
    .command('test')
    .description('test an agent without a server and suggest fixes; exit code 1 if a check failed')
    .argument('<url>', 'URL of the agent')
    .option('--params <json>', 'params of an ordinary, short job: a JSON object, or @file')
    .option('--slow-params <json>', 'params of a job that takes some seconds, to cancel it')
    .option('--retry-params <json>', 'params with which the agent fails retryably')
    .option('--large-params <json>', 'params with which the agent returns a large result')
    .option('--signing-secret <secret>', 'signing secret of the agent (whsec_…), or @file')
    .option('--bearer <token>', 'bearer token that the agent expects, or @file')
    .option('--cancel-url <url>', 'URL that is notified of cancellations')
    .option('--health <url>', 'URL of the health check; defaults to "health" in the same path as the URL')
    .option('--callback-host <host>', 'address of this machine as the agent reaches it', '127.0.0.1')
    .option('--strict', 'exit code 1 for warnings too')
    .action(async (url, options, command) => {
      const { testAgent } = await import('../../agents/test-agent.js');
      process.exitCode = await testAgent(url, options, outputOf(command));
    });
  withConnection(group.command('register'))
    .description('register an agent, so that schedules can call it')
    .argument('<id>', 'ID of the agent, such as greeter')
    .argument('<url>', 'URL of the agent')
    .option('--name <name>', 'display name; defaults to the ID')
    .option('--agent-version <version>', 'version of the agent', '1.0.0')
    .option('--signing-secret <secret>', 'secret that Callboard signs its calls with (whsec_…), or @file')
    .option('--cancel-url <url>', 'URL that is notified of cancellations')
    .action(async (id, url, options, command) => {
      const { registerAgent } = await import('../../agents/register-agent.js');
      const { client } = await connectionOf(command);
      await registerAgent(client, { id, url, ...options }, outputOf(command));
    });
  withConnection(group.command('import'))
    .description('register the agent that an A2A agent card describes')
    .argument('<url>', 'URL of the card, or of the host that has one')
    .option('--id <id>', 'ID of the agent; the name in the card by default')
    .option('--agent-token <token>', 'bearer token or API key that the card asks for, or @file')
    .action(async (url, options, command) => {
      const { importAgentCard } = await import('../../agents/register-agent.js');
      const { client } = await connectionOf(command);
      await importAgentCard(client, { url, ...options }, outputOf(command));
    });
};

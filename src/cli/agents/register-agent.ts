import { type Client, expectResult, type MutationResult } from '../connection/client.js';
import type { Output } from '../output.js';
import { readArgument } from '../read-params.js';

interface RegisterOptions {
  id: string;
  url: string;
  name?: string;
  agentVersion: string;
  signingSecret?: string;
  cancelUrl?: string;
}

const REGISTER = `mutation ($input: RegisterAgentInput!) {
  registered: registerAgent(input: $input) { __typename ... on Agent { id name } ... on Error { code message } }
}`;

/** @throws CliError also if an agent with this ID exists */
export async function registerAgent(client: Client, options: RegisterOptions, output: Output): Promise<void> {
  const { id, url, name = id, agentVersion: version, cancelUrl } = options;
  const signingSecret = await readArgument(options.signingSecret, '--signing-secret');
  const { registered } = await client.request<{ registered: MutationResult }>(REGISTER, {
    input: { id, name, version, endpoint: { type: 'HTTP', url }, signingSecret, cancelUrl },
  });
  showRegistered(registered, output);
}

const IMPORT = `mutation ($input: ImportAgentCardInput!) {
  registered: importAgentCard(input: $input) {
    __typename ... on Agent { id name } ... on Error { code message } ... on ValidationError { issues { path message } }
  }
}`;

/** Registers what an A2A agent card describes. @throws CliError also if an agent with this ID exists */
export async function importAgentCard(
  client: Client,
  { url, id, agentToken }: { url: string; id?: string; agentToken?: string },
  output: Output,
): Promise<void> {
  const token = await readArgument(agentToken, '--agent-token');
  const { registered } = await client.request<{ registered: MutationResult }>(IMPORT, {
    input: { url, id, token },
  });
  showRegistered(registered, output);
}

function showRegistered(registered: MutationResult, output: Output): void {
  const { __typename, ...agent } = expectResult<MutationResult & { id: string; name: string }>(
    registered,
    'Agent',
  );
  output.result(agent, () => `Registered agent ${agent.id}`);
}

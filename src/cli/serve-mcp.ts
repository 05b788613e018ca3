import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createConfirmations } from '../services/mcp/confirmation.js';
import { createMcpServer } from '../services/mcp/create-mcp-server.js';
import { serveStdio } from '../services/mcp/sdk.js';
import { CliError } from './cli-error.js';
import type { Client } from './client.js';

/** MCP over stdin and stdout; everything else that is printed goes to stderr. Ends with stdin. */
export async function serveMcp(client: Client): Promise<void> {
  // Confirmations are as good as this process: nobody else gets them.
  const confirmations = createConfirmations(randomBytes(32), 'stdio');
  const execute = async (query: string, variables: Record<string, unknown>) => {
    try {
      return { data: await client.request<Record<string, unknown>>(query, variables) };
    } catch (error) {
      if (error instanceof CliError) return { errors: [{ message: error.message }] };
      throw error;
    }
  };
  const server = serveStdio(() => createMcpServer(execute, confirmations));
  await once(process.stdin, 'close');
  await server.close();
}

import { randomBytes } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import { createConfirmations } from '../services/mcp/confirmation.js';
import { createMcpServer } from '../services/mcp/create-mcp-server.js';
import { StdioServerTransport, serveStdio } from '../services/mcp/sdk.js';
import { CliError } from './cli-error.js';
import type { Client } from './connection/client.js';

/**
 * Serves MCP over stdin and stdout. Resolves when stdin has ended and every request is answered, or
 * when stdout is closed.
 */
export async function serveMcp(client: Client): Promise<void> {
  // Confirmations are valid only in this process.
  const confirmations = createConfirmations(randomBytes(32), 'stdio', async () => new Date());
  const execute = async (query: string, variables: Record<string, unknown>) => {
    try {
      return { data: await client.request<Record<string, unknown>>(query, variables) };
    } catch (error) {
      if (error instanceof CliError) return { errors: [{ message: error.message }] };
      throw error;
    }
  };
  const unanswered = trackUnanswered();
  const input = new Transform({
    transform: (chunk, _encoding, done) => done(null, chunk),
    // Called when stdin has ended. The SDK drops unanswered requests when its input ends.
    flush: (done) => setImmediate(() => unanswered.whenNone(done)),
  });
  const transport = new StdioServerTransport(input);
  // Nothing that a client could subscribe to ever changes.
  const server = serveStdio(() => createMcpServer(execute, confirmations), {
    transport,
    maxSubscriptions: 0,
  });
  const closed = unanswered.watch(transport);
  pipeline(process.stdin, input, () => {});
  await closed;
  process.stdin.destroy();
  await server.close();
}

/** Tracks which requests of a transport have not been answered. */
function trackUnanswered() {
  const ids = new Set<unknown>();
  let onNone: (() => void) | undefined;
  const settle = (id: unknown) => {
    ids.delete(id);
    if (ids.size > 0) return;
    onNone?.();
    onNone = undefined;
  };
  return {
    whenNone(callback: () => void): void {
      if (ids.size === 0) callback();
      else onNone = callback;
    },
    /** Call this when the SDK uses the transport. Resolves when the transport is closed. */
    watch(transport: StdioServerTransport): Promise<void> {
      const { onmessage, onclose } = transport;
      const send = transport.send.bind(transport);
      transport.onmessage = (message) => {
        if ('method' in message && 'id' in message) ids.add(message.id);
        // Cancelled requests get no answer.
        else if ('method' in message && message.method === 'notifications/cancelled')
          settle((message.params as { requestId?: unknown } | undefined)?.requestId);
        onmessage?.(message);
      };
      transport.send = async (message) => {
        await send(message);
        if (!('method' in message)) settle(message.id);
      };
      return new Promise((resolve) => {
        transport.onclose = () => {
          onclose?.();
          resolve();
        };
      });
    },
  };
}

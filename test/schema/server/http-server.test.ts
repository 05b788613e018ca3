import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.js';
import { createHttpServer, type HttpServerOptions } from '../../../src/schema/server/http-server.js';
import { createRecordingLogger } from '../../support/recording-logger.js';

test('a server has a limited number of connections; the next is closed', async () => {
  const options: Partial<HttpServerOptions> = { logger: createRecordingLogger(), secure: false };
  const server = createHttpServer(options as HttpServerOptions).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Pretends that all but one are open: Node counts them here.
  const counted = server as unknown as { _connections: number };
  counted._connections = LIMITS.connections - 1;
  const accepted = once(server, 'connection');
  const last = connect(port, '127.0.0.1');
  await accepted;
  const dropped = once(server, 'drop');
  const next = connect(port, '127.0.0.1').resume();
  const closed = once(next, 'close');
  await Promise.all([dropped, closed]);
  expect(last.destroyed).toBe(false);

  counted._connections -= LIMITS.connections - 1;
  last.destroy();
  await new Promise((resolve) => server.close(resolve));
});

import { findFreePort } from '../../../src/runtime/free-port.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { createGraphqlClient, type GraphqlClient } from '../graphql-client.js';
import { killPrograms, type LogLine, startProgram, startWorker } from './processes.js';

/** Server and worker as in production, each a process, on a database of the test file's own. */
export interface Installation {
  db: TestDatabase;
  url: string;
  /** API token of the first admin. */
  token: string;
  /** Signed in as the first admin. */
  admin: GraphqlClient;
  /** What server and worker have logged so far. */
  lines(): LogLine[];
  close(): Promise<void>;
}

const ADMIN_TOKEN = 'the-token-of-the-first-admin';

/** @param own settings of both programs, e.g. another user of the database */
export async function startInstallation(
  own: Record<string, string> = {},
  given?: TestDatabase,
): Promise<Installation> {
  const db = given ?? (await createTestDatabase());
  const settings = { DATABASE_URL: db.url, PORT: `${await findFreePort()}`, ...own };
  const server = await startProgram('server', { ...settings, CALLBOARD_ADMIN_TOKEN: ADMIN_TOKEN });
  const [worker] = await Promise.all([startWorker(settings), server.logged('server.ready')]);
  const url = `http://127.0.0.1:${settings.PORT}`;
  return {
    db,
    url,
    token: ADMIN_TOKEN,
    admin: createGraphqlClient(url, ADMIN_TOKEN),
    lines: () => [...server.lines, ...worker.lines],
    async close() {
      await killPrograms();
      await db.drop();
    },
  };
}

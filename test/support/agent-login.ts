import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type TestDatabase, withAdmin } from './database.js';

export interface AgentLogin {
  name: string;
  /** Opens a session of this login, as the driver of an agent does: without our settings. */
  connect(): Promise<pg.Client>;
  /** Ends its sessions and removes the login. */
  drop(): Promise<void>;
}

/** A login for agents, as an admin of the database creates it. */
export async function createAgentLogin(database: TestDatabase, agentIds: string[]): Promise<AgentLogin> {
  const name = `agent_${randomBytes(6).toString('hex')}`;
  const password = 'correct horse battery';
  await database.pool.query('SELECT create_agent_login($1, $2, $3)', [name, password, agentIds]);
  const url = new URL(database.url);
  url.username = name;
  url.password = password;
  const clients: pg.Client[] = [];
  return {
    name,
    async connect() {
      const client = new pg.Client({ connectionString: url.href });
      client.on('error', () => {}); // some tests end the session
      await client.connect();
      clients.push(client);
      return client;
    },
    async drop() {
      await Promise.all(clients.map((client) => client.end().catch(() => {})));
      await withAdmin(async (admin) => {
        const { rowCount } = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
        if (rowCount) await database.pool.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`);
      });
    },
  };
}

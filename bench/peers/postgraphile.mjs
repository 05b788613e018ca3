/** PostGraphile 5 on the same tables. */
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

// PostGraphile requires Node.js 22 only for this. Everything else that is used here runs on Node.js 20.
Promise.withResolvers ??= () => {
  const settle = {};
  const promise = new Promise((resolve, reject) => Object.assign(settle, { resolve, reject }));
  return { promise, ...settle };
};

export async function start({ databaseUrl }) {
  const instance = postgraphile({
    extends: [PostGraphileAmberPreset],
    pgServices: [makePgService({ connectionString: databaseUrl, schemas: ['callboard'] })],
    grafserv: { graphiql: false, watch: false },
    grafast: { explain: false },
  });
  const server = createServer();
  await instance.createServ(grafserv).addTo(server);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}`;
}

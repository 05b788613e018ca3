/** The limit of events: a bare NOTIFY and one who listens. */
import pg from 'pg';

const arrived = [];

export async function start({ databaseUrl }) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  client.on('notification', ({ payload }) =>
    arrived.push(performance.timeOrigin + performance.now() - Number(payload)),
  );
  await client.query('LISTEN bench');
}

/** @returns how late each came, in milliseconds */
export function lags() {
  return arrived;
}

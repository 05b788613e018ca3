/** The limit for events: a plain NOTIFY with one listener. */
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

/** @returns the delay of each, in milliseconds */
export function lags() {
  return arrived;
}

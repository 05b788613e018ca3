/**
 * The limit for reads: an HTTP server that runs one prepared statement for each kind of request and sends the
 * rows.
 */
import { createServer } from 'node:http';
import pg from 'pg';

const JOB = 'id, status, "agentId", "createdAt"';
const STATEMENTS = {
  newest: `SELECT ${JOB} FROM "AgentJobExecution" ORDER BY id DESC LIMIT 50`,
  failed: `SELECT ${JOB} FROM "AgentJobExecution" WHERE status = 'failed' ORDER BY id DESC LIMIT 50`,
  run: `SELECT e.id, e."runStatus", e."jobsCreated", (SELECT jsonb_agg(to_jsonb(j)) FROM (
    SELECT id, status, "agentId" FROM "AgentJobExecution" WHERE "scheduleExecutionId" = e.id ORDER BY id LIMIT 20) j) AS jobs
    FROM "ScheduleExecution" e WHERE e.id = $1`,
};

export async function start({ databaseUrl, run }) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    options: '-c search_path=callboard,public',
  });
  const server = createServer(async (request, response) => {
    const name = request.url.slice(1);
    request.resume();
    const { rows } = await pool.query({ name, text: STATEMENTS[name], values: name === 'run' ? [run] : [] });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: rows }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}`;
}

/** Receives reports on any server: the one that gets a report passes it on by NOTIFY. */
import { callbackToken } from '../../http/callback-token.js';
import { type InboxReport, type ReportInbox, toInboxReport } from '../../http/report-inbox.js';
import type { Pool } from '../../runtime/database/pool.js';
import type { ServiceDeps } from '../access/context.js';

const CHANNEL = 'callboard_trial';
/** PostgreSQL refuses payloads of 8,000 bytes or more. */
const PAYLOAD_BYTES = 7_500;
const RESULT_BYTES = 4_096;

/** Uses a connection until it is closed. */
export async function openDatabaseInbox(
  { pool, secretKey }: Pick<ServiceDeps, 'pool' | 'secretKey'>,
  publicUrl: string,
): Promise<ReportInbox> {
  const client = await pool.connect();
  const listeners: ((report: InboxReport) => void)[] = [];
  const onNotification = ({ channel, payload }: { channel: string; payload?: string | undefined }) => {
    const report = channel === CHANNEL ? parse(payload) : undefined;
    if (report) for (const listener of listeners) listener(report);
  };
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('notification', onNotification).on('error', onError);
  await client.query(`LISTEN ${CHANNEL}`);
  return {
    callback: (executionId) => ({
      url: `${publicUrl}/agent/v1/executions/${executionId}`,
      token: callbackToken(secretKey, executionId),
    }),
    onReport: (listener) => void listeners.push(listener),
    async close() {
      await client.query(`UNLISTEN ${CHANNEL}`).catch(onError);
      client.off('notification', onNotification).off('error', onError);
      client.release(broken);
    },
  };
}

/**
 * Passes a report of a trial call on to the server that grades.
 * @returns whether it is such a report
 */
export async function passOnTrialReport(pool: Pool, executionId: string, body: unknown): Promise<boolean> {
  const report = toInboxReport(executionId, body, RESULT_BYTES);
  if (report === undefined) return false;
  const whole = JSON.stringify(report);
  const { status, resultBytes } = report;
  const payload =
    Buffer.byteLength(whole) <= PAYLOAD_BYTES ? whole : JSON.stringify({ executionId, status, resultBytes });
  await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]);
  return true;
}

/** The payload is untrusted: every login of the database can send notifications. */
function parse(payload = ''): InboxReport | undefined {
  try {
    const report = JSON.parse(payload) as InboxReport;
    return typeof report.executionId === 'string' && typeof report.resultBytes === 'number'
      ? report
      : undefined;
  } catch {
    return undefined;
  }
}

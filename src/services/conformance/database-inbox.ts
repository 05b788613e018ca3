/**
 * Receives reports on any server: the one that gets a report passes it on by NOTIFY. Every login of the
 * database can listen and send notifications, so the payload is encrypted.
 */
import { callbackToken } from '../../http/callback-token.js';
import { type InboxReport, type ReportInbox, toInboxReport } from '../../http/report-inbox.js';
import { SealedSecretError, type SecretBox } from '../../runtime/secrets/secret-box.js';
import type { ServiceDeps } from '../access/context.js';

const CHANNEL = 'callboard_trial';
/** PostgreSQL refuses payloads of 8,000 bytes or more. Encryption makes them a third longer. */
const PAYLOAD_BYTES = 5_900;
const RESULT_BYTES = 4_096;

/** Uses a connection until it is closed. */
export async function openDatabaseInbox(
  { pool, secretKey, secretBox }: Pick<ServiceDeps, 'pool' | 'secretKey' | 'secretBox'>,
  publicUrl: string,
): Promise<ReportInbox> {
  const client = await pool.connect();
  const listeners: ((report: InboxReport) => void)[] = [];
  const onNotification = ({ channel, payload }: { channel: string; payload?: string | undefined }) => {
    const report = channel === CHANNEL ? open(secretBox, payload) : undefined;
    if (report) for (const listener of listeners) listener(report);
  };
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  const release = () => {
    client.off('notification', onNotification).off('error', onError);
    client.release(broken);
  };
  client.on('notification', onNotification).on('error', onError);
  await client.query(`LISTEN ${CHANNEL}`).catch((error: Error) => {
    broken = error;
    release();
    throw error;
  });
  return {
    callback: (executionId) => ({
      url: `${publicUrl}/agent/v1/executions/${executionId}`,
      token: callbackToken(secretKey, executionId),
    }),
    onReport: (listener) => void listeners.push(listener),
    async close() {
      await client.query(`UNLISTEN ${CHANNEL}`).catch(onError);
      release();
    },
  };
}

/**
 * Passes a report of a trial call on to the server that grades.
 * @returns whether it is such a report
 */
export async function passOnTrialReport(
  { pool, secretBox }: Pick<ServiceDeps, 'pool' | 'secretBox'>,
  executionId: string,
  body: unknown,
): Promise<boolean> {
  const report = toInboxReport(executionId, body, RESULT_BYTES);
  if (report === undefined) return false;
  const whole = JSON.stringify(report);
  const { status, resultBytes } = report;
  const payload =
    Buffer.byteLength(whole) <= PAYLOAD_BYTES ? whole : JSON.stringify({ executionId, status, resultBytes });
  await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, secretBox.seal(payload, CHANNEL)]);
  return true;
}

/** Undefined if the payload is not from one of our servers. */
function open(secretBox: SecretBox, payload = ''): InboxReport | undefined {
  try {
    return JSON.parse(secretBox.open(payload, CHANNEL)) as InboxReport;
  } catch (error) {
    if (error instanceof SealedSecretError) return undefined;
    throw error;
  }
}

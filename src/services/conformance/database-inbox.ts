/**
 * Receives reports on any server: the one that gets a report passes it on by NOTIFY. Every login of the
 * database can listen and send notifications, so the payload is encrypted.
 */
import { callbackToken } from '../../http/incoming/callback-token.js';
import { type InboxReport, type ReportInbox, toInboxReport } from '../../http/incoming/report-inbox.js';
import type { Listener } from '../../runtime/database/listener.js';
import { SealedSecretError, type SecretBox } from '../../runtime/secrets/secret-box.js';
import type { ServiceDeps } from '../access/context.js';

const CHANNEL = 'callboard_trial';
/** PostgreSQL refuses payloads of 8,000 bytes or more. Encryption makes them a third longer. */
const PAYLOAD_BYTES = 5_900;
const RESULT_BYTES = 4_096;

/** Receives what other processes notify. */
export type Listening = Pick<Listener, 'listen'>;

/** The open inboxes of a process, by its listener. */
const inboxes = new WeakMap<Listening, Promise<Set<(payload: string) => void>>>();

/** The process listens from its first inbox on. */
function inboxesOf(listener: Listening): Promise<Set<(payload: string) => void>> {
  const known = inboxes.get(listener);
  if (known) return known;
  const opened = new Set<(payload: string) => void>();
  const listening = listener
    .listen(CHANNEL, (payloads) => {
      for (const payload of payloads) for (const receive of opened) receive(payload);
    })
    .then(() => opened);
  inboxes.set(listener, listening);
  return listening;
}

/** Holds no connection: it shares the one that the process listens on, which no pooler replaces. */
export async function openDatabaseInbox(
  { secretKey, secretBox }: Pick<ServiceDeps, 'secretKey' | 'secretBox'>,
  { listener, publicUrl }: { listener: Listening; publicUrl: string },
): Promise<ReportInbox> {
  const receivers: ((report: InboxReport) => void)[] = [];
  const receive = (payload: string) => {
    const report = open(secretBox, payload);
    if (report) for (const receiver of receivers) receiver(report);
  };
  const opened = await inboxesOf(listener);
  opened.add(receive);
  return {
    callback: (executionId) => ({
      url: `${publicUrl}/agent/v1/executions/${executionId}`,
      token: callbackToken(secretKey, executionId),
    }),
    onReport: (receiver) => void receivers.push(receiver),
    async close() {
      opened.delete(receive);
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
function open(secretBox: SecretBox, payload: string): InboxReport | undefined {
  try {
    return JSON.parse(secretBox.open(payload, CHANNEL)) as InboxReport;
  } catch (error) {
    if (error instanceof SealedSecretError) return undefined;
    throw error;
  }
}

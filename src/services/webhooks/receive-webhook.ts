/**
 * `POST /hooks/:webhookId`: a call that starts an agent, a pipeline or the target of a schedule.
 * Until its signature is verified, the sender learns nothing else, and the call is only counted.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { loadWebhook, type StoredWebhook } from '../../db/webhooks/load-webhook.js';
import { type Delivery, recordDelivery } from '../../db/webhooks/record-delivery.js';
import type { Issue } from '../../domain/issue.js';
import type { JsonObject } from '../../domain/json.js';
import { WEBHOOK_RULES } from '../../domain/webhook/profile.js';
import { type CloudEventRead, readCloudEvent } from '../../http/incoming/read-cloud-event.js';
import { NOT_UTF8, utf8Text } from '../../http/incoming/utf8-text.js';
import { headerOf, verifyWebhook } from '../../http/incoming/verify-webhook.js';
import { SealedSecretError } from '../../runtime/secrets/secret-box.js';
import { type Acting, actingAs } from '../access/acting-as.js';
import type { ServiceDeps } from '../access/context.js';
import { withCheckedTransaction } from '../runs/data-sources/source-checks.js';
import { readSchedulerConfig } from '../system/read-settings.js';
import type { Refusal, Result } from '../system/result.js';
import { isIdempotencyKey, withIdempotency } from '../system/with-idempotency.js';
import { refuseCapturedCall } from './refuse-captured-call.js';
import { createRejectedCallLog } from './rejected-call-log.js';
import { startWebhookTarget } from './start-webhook-target.js';
import { cloudEventParams, webhookParams } from './webhook-params.js';
import { webhookSecretContext } from './webhook-secret.js';

interface WebhookCall {
  webhookId: string;
  headers: IncomingHttpHeaders;
  /** Address of the connection, or of the client behind a trusted proxy. */
  remoteAddress: string | null;
  /** The body as received. Undefined if it is longer than `maxBytes`. */
  readBody(maxBytes: number): Promise<Buffer | undefined>;
}

export type WebhookAnswer =
  | { status: 202; body: { scheduleExecutionId: string; duplicate?: true } }
  | Refused;

interface Refused {
  status: 400 | 401 | 404 | 409 | 413 | 415 | 422 | 503;
  body: { error: string; issues?: Issue[] };
}

export interface WebhookReceiver {
  /**
   * Checks in this order: unknown 404, too large 413, not signed 401; then, for a verified sender:
   * suspended 409, no event ID 400, unreadable 400 or 415. A repeated event is answered with the run
   * that it started.
   */
  receive(call: WebhookCall): Promise<WebhookAnswer>;
  /** Writes calls that have only been counted so far. */
  close(): Promise<void>;
}

export function createWebhookReceiver(deps: ServiceDeps): WebhookReceiver {
  const rejectedCalls = createRejectedCallLog(deps);
  return {
    async receive(call) {
      const webhook = await loadWebhook(deps.pool, call.webhookId);
      if (!webhook) return refused(404, 'There is no webhook at this URL.');
      const { webhookId, remoteAddress } = call;
      const sender = await identify(deps, webhook, call);
      const from = { webhookId, remoteAddress, bytes: sender.bytes };
      if (sender.kind === 'unverified') {
        await rejectedCalls.record(rejection(from, null, sender.refused));
        return sender.refused;
      }
      const event = readEvent(webhook, call.headers, sender.body);
      const answer =
        event.kind === 'readable'
          ? await actingAs(senderOf(webhook, remoteAddress), () =>
              start(deps, webhook, event, sender.signature, from),
            )
          : event.refused;
      if (answer.status !== 202) await recordDelivery(deps.pool, rejection(from, event.eventId, answer));
      deps.logger.info('webhook.received', { webhookId, eventId: event.eventId, httpStatus: answer.status });
      return answer;
    },
    close: () => rejectedCalls.close(),
  };
}

function senderOf({ id, name }: StoredWebhook, address: string | null): Acting {
  return { actor: { id, name, role: null }, action: 'receiveWebhook', origin: 'webhook', address };
}

type Sender =
  | { kind: 'known'; body: Buffer; bytes: number; signature: string }
  | { kind: 'unverified'; refused: Refused; bytes: number | null };

/** Reads the body and verifies the sender. */
async function identify(
  deps: ServiceDeps,
  webhook: StoredWebhook & { now: Date },
  { headers, readBody }: WebhookCall,
): Promise<Sender> {
  const { maxBodyBytes } = (await readSchedulerConfig(deps.pool)).webhooks;
  const body = await readBody(maxBodyBytes);
  const unverified = (status: Refused['status'], error: string): Sender => ({
    kind: 'unverified',
    refused: refused(status, error),
    bytes: body?.length ?? null,
  });
  if (body === undefined)
    return unverified(413, `The body is larger than ${maxBodyBytes.toLocaleString('en')} bytes.`);
  try {
    const verify = (secret: string) => {
      const opened = deps.secretBox.open(secret, webhookSecretContext(webhook.id));
      return verifyWebhook(webhook.profile, opened, { headers, body }, webhook.now);
    };
    const current = verify(webhook.secret);
    const previous = current.kind === 'refused' ? previousSecretOf(webhook) : null;
    const verified = previous === null ? current : verify(previous);
    if (verified.kind === 'ok')
      return { kind: 'known', body, bytes: body.length, signature: verified.signature };
    return unverified(401, current.kind === 'refused' ? current.message : verified.message);
  } catch (err) {
    if (!(err instanceof SealedSecretError)) throw err;
    deps.logger.error('webhook.secret_unreadable', { webhookId: webhook.id, err });
    return unverified(503, 'The secret of this webhook cannot be read here: an admin must rotate it.');
  }
}

/** The secret before the last rotation, while it is still accepted. */
function previousSecretOf({
  previousSecret,
  previousValidUntil,
  now,
}: StoredWebhook & { now: Date }): string | null {
  return previousValidUntil !== null && previousValidUntil > now ? previousSecret : null;
}

type Event =
  | { kind: 'readable'; eventId: string; params: JsonObject }
  | { kind: 'refused'; eventId: string | null; refused: Refused };

function readEvent(webhook: StoredWebhook, headers: IncomingHttpHeaders, body: Buffer): Event {
  const header = webhook.eventIdHeader ?? WEBHOOK_RULES[webhook.profile].eventIdHeader;
  const encoding = headers['content-encoding'] ?? 'identity';
  const isEncoded = encoding.toLowerCase() !== 'identity';
  const text = isEncoded ? '' : utf8Text(body);
  const cloudEvent =
    webhook.payloadMode === 'raw' || isEncoded || text === undefined
      ? NO_CLOUD_EVENT
      : readCloudEvent(headers, text);
  const given = headerOf(headers, header) ?? (cloudEvent.kind === 'event' ? cloudEvent.eventId : '');
  const eventId = isIdempotencyKey(given) ? given : null;
  const refuse = (status: Refused['status'], error: string): Event => ({
    kind: 'refused',
    eventId,
    refused: refused(status, error),
  });
  if (webhook.suspended) return refuse(409, 'This webhook is suspended.');
  if (text === undefined) return refuse(400, NOT_UTF8);
  if (cloudEvent.kind === 'malformed') return refuse(400, cloudEvent.message);
  if (eventId === null)
    return refuse(400, `The header ${header} must name the event, in 1 to 255 printable characters.`);
  if (isEncoded) return refuse(415, 'Send the body without a content encoding.');
  const read =
    cloudEvent.kind === 'event'
      ? cloudEventParams(cloudEvent.event, webhook.inputKey)
      : webhookParams(text, webhook);
  return read.kind === 'ok' ? { kind: 'readable', eventId, params: read.params } : refuse(400, read.message);
}

const NO_CLOUD_EVENT: CloudEventRead = { kind: 'none' };

type From = Pick<Delivery, 'webhookId' | 'remoteAddress' | 'bytes'>;

/** In one transaction: the event is recorded if and only if its run exists. */
async function start(
  deps: ServiceDeps,
  webhook: StoredWebhook,
  { eventId, params }: Event & { kind: 'readable' },
  signature: string,
  from: From,
): Promise<WebhookAnswer> {
  const rules = WEBHOOK_RULES[webhook.profile];
  const windowMs = webhook.dedupeWindow ?? rules.dedupeWindow;
  const signatureMs = rules.signatureWindow ?? windowMs;
  const event = { operation: 'webhook', target: webhook.id, key: eventId, request: null, windowMs };
  const result = await withCheckedTransaction(
    deps,
    async (client, checked): Promise<Result<{ id: string; repeated: boolean }>> => {
      const done = await withIdempotency(client, event, () =>
        refuseCapturedCall(client, { webhookId: webhook.id, signature, eventId, windowMs: signatureMs }, () =>
          startWebhookTarget(checked, client, webhook, params),
        ),
      );
      if (done.kind === 'ok')
        await recordDelivery(client, {
          ...from,
          eventId,
          outcome: done.value.repeated ? 'duplicate' : 'accepted',
          httpStatus: 202,
          reason: null,
          scheduleExecutionId: done.value.id,
        });
      return done;
    },
  );
  if (result.kind !== 'ok') return answerTo(result);
  const { id, repeated } = result.value;
  return { status: 202, body: { ...(repeated && { duplicate: true }), scheduleExecutionId: id } };
}

function answerTo(refusal: Refusal): Refused {
  if (refusal.kind !== 'validation') return refused(409, refusal.message);
  const body = { error: 'The payload is not valid for the target of this webhook.', issues: refusal.issues };
  return { status: 422, body };
}

const MAX_REASON = 1_000;

function rejection(from: From, eventId: string | null, { status, body }: Refused): Delivery {
  const issues = (body.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
  return {
    ...from,
    eventId,
    outcome: 'rejected',
    httpStatus: status,
    reason: [body.error, ...issues].join(' ').slice(0, MAX_REASON),
    scheduleExecutionId: null,
  };
}

function refused(status: Refused['status'], error: string): Refused {
  return { status, body: { error } };
}

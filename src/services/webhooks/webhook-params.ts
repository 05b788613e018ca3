import type { StoredWebhook } from '../../db/webhooks/load-webhook.js';
import type { Json, JsonObject } from '../../domain/json.js';
import { MAX_DEPTH, parseJson } from '../../http/client/parse-json.js';
import { storableText } from '../../http/client/read-body.js';

export type WebhookParams =
  | { kind: 'ok'; params: JsonObject }
  /** `message` is for the sender. */
  | { kind: 'unreadable'; message: string };

/**
 * The params from the text of a call: it, or its JSON, under `inputKey`, or without one the members
 * of the JSON object. Content from outside is literal: a data source string in it is ordinary text.
 */
export function webhookParams(
  text: string,
  { payloadMode, inputKey }: Pick<StoredWebhook, 'payloadMode' | 'inputKey'>,
): WebhookParams {
  if (payloadMode === 'raw') return { kind: 'ok', params: literals([[inputKey ?? '', storableText(text)]]) };
  const parsed = parseJson(text);
  if (parsed.kind === 'text')
    return unreadable('The body is not JSON: send application/json, or set the payload mode to RAW.');
  if (parsed.kind === 'too-deep') return unreadable(`The body is nested deeper than ${MAX_DEPTH} levels.`);
  return jsonParams(parsed.value as Json, inputKey);
}

/** The params from a CloudEvent: all of it under `inputKey`, or without one the members of its data. */
export function cloudEventParams(event: JsonObject, inputKey: string | null): WebhookParams {
  return jsonParams(inputKey === null ? (event.data ?? {}) : event, inputKey);
}

function jsonParams(value: Json, inputKey: string | null): WebhookParams {
  if (inputKey !== null) return { kind: 'ok', params: literals([[inputKey, value]]) };
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return unreadable('The body must be a JSON object: its members become params.');
  return { kind: 'ok', params: literals(Object.entries(value)) };
}

function literals(entries: [string, Json][]): JsonObject {
  return Object.fromEntries(entries.map(([key, value]) => [key, { $literal: value }]));
}

function unreadable(message: string): WebhookParams {
  return { kind: 'unreadable', message };
}

import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Json, JsonObject } from '../../domain/json.js';
import { MAX_DEPTH, parseJson } from '../client/parse-json.js';
import { storableText } from '../client/read-body.js';

/** The content of a call that is a CloudEvent (https://github.com/cloudevents/spec, version 1.0, HTTP binding). */
export type CloudEventRead =
  /** Not a CloudEvent. */
  | { kind: 'none' }
  /** `event` has the attributes and `data`, in both modes. */
  | { kind: 'event'; eventId: string; event: JsonObject }
  /** `message` is for the sender. */
  | { kind: 'malformed'; message: string };

/**
 * Reads the structured mode (the body is the event) and the binary mode (attributes are headers, the body is the
 * data). A batch is refused, because a call starts one run.
 */
export function readCloudEvent(headers: IncomingHttpHeaders, text: string): CloudEventRead {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/cloudevents-batch+json')
    return malformed('Send one CloudEvent in each call: batches are not accepted.');
  const isStructured = type === 'application/cloudevents+json';
  if (!isStructured && headers['ce-specversion'] === undefined) return { kind: 'none' };
  const parsed = parseJson(text);
  if (parsed.kind === 'too-deep') return malformed(`The body is nested deeper than ${MAX_DEPTH} levels.`);
  const value = parsed.kind === 'text' ? storableText(text) : (parsed.value as Json);
  if (!isStructured) return checked({ ...attributesOf(headers), ...(text !== '' && { data: value }) });
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return malformed('A CloudEvent in structured mode is a JSON object.');
  return checked(value);
}

/** Names of attributes have lower-case letters and digits only. */
const ATTRIBUTE = /^ce-[a-z0-9]+$/;

/** Header values are percent-encoded where HTTP does not allow their characters. */
function attributesOf(headers: IncomingHttpHeaders): JsonObject {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      ATTRIBUTE.test(name) && typeof value === 'string' ? [[name.slice(3), decoded(value)]] : [],
    ),
  );
}

function decoded(value: string): string {
  try {
    return storableText(decodeURIComponent(value));
  } catch {
    return value;
  }
}

const REQUIRED = ['id', 'source', 'type'] as const;

function checked(event: JsonObject): CloudEventRead {
  if (event.specversion !== '1.0') return malformed('The CloudEvent must have the specversion "1.0".');
  for (const name of REQUIRED)
    if (typeof event[name] !== 'string' || event[name] === '')
      return malformed(`The CloudEvent has no ${name}: it must be a string that is not empty.`);
  return { kind: 'event', eventId: keyOf(`${event.source}`, `${event.id}`), event };
}

/** The key of an event, from its source and id, which may both be of any length. */
function keyOf(source: string, id: string): string {
  return createHash('sha256')
    .update(JSON.stringify([source, id]))
    .digest('hex');
}

function malformed(message: string): CloudEventRead {
  return { kind: 'malformed', message };
}

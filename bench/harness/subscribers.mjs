/** Subscribers by graphql-transport-ws, each with a WebSocket of its own, all in one process of their own. */
import { randomUUID } from 'node:crypto';
import { openWebSocket } from './websocket-client.mjs';

/** The server refuses more sockets of one address that have not signed in yet. */
const AT_ONCE = 25;
const subscribers = [];
/** When each event arrived, by attempt and status. */
let arrivals = new Map();
/** The events in the order in which the first subscriber received them: `{ bytes, entry }`. */
let received = [];
let total = 0;
let arrivedAt = 0;

const now = () => performance.timeOrigin + performance.now();

/** @param tokens distributed among the subscribers */
export async function subscribe({ url, tokens, count, query }) {
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, count) }, async () => {
      while (next < count) {
        const token = tokens[next % tokens.length];
        next += 1;
        subscribers.push(await open(`${url.replace('http', 'ws')}/graphql`, token, query));
      }
    }),
  );
}

function open(url, token, query) {
  // As the library graphql-ws does, so no two messages are equal.
  const id = randomUUID();
  const state = { error: undefined, position: 0 };
  const next = Buffer.from(`{"id":"${id}","type":"next",`);
  return new Promise((resolve, reject) => {
    const send = (message) => opened.then((write) => write(JSON.stringify(message)), reject);
    const opened = openWebSocket(url, 'graphql-transport-ws', {
      onChunk: () => {
        arrivedAt = now();
      },
      onMessage: (buffer, start, end) => {
        const begin = start + next.length;
        if (begin <= end && next.compare(buffer, start, begin) === 0)
          return record(state, buffer, begin, end);
        const text = buffer.utf8Slice(start, end);
        const { type } = JSON.parse(text);
        if (type === 'ping') send({ type: 'pong' });
        else if (type === 'connection_ack') {
          send({ id, type: 'subscribe', payload: { query } });
          resolve(state);
        } else if (type !== 'pong') {
          state.error = text;
          console.error('subscriber:', state.error);
        }
      },
    });
    send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } });
  });
}

/**
 * Records when an event arrived. Its payload is only read if it differs from the one that the first
 * subscriber received at this position.
 */
function record(subscriber, buffer, start, end) {
  const expected = received[subscriber.position];
  const isExpected = expected?.bytes.compare(buffer, start, end) === 0;
  const entry = isExpected ? expected.entry : entryOf(buffer.utf8Slice(start, end));
  if (!expected) received.push({ bytes: Buffer.from(buffer.subarray(start, end)), entry });
  subscriber.position += 1;
  entry.at.push(arrivedAt);
  total += 1;
}

/** The arrivals of the event, by its attempt and status. */
function entryOf(text) {
  const id = /"executionId":"([^"]+)"/.exec(text)?.[1];
  const status = /"status":"([A-Z_]+)"/.exec(text)?.[1];
  const written = /"at":"([^"]+)"/.exec(text)?.[1];
  const key = `${id} ${status}`;
  const entry = arrivals.get(key) ?? { written: written && Date.parse(written), at: [] };
  arrivals.set(key, entry);
  return entry;
}

/** Call this before the measurement. */
export function reset() {
  arrivals = new Map();
  received = [];
  total = 0;
  for (const subscriber of subscribers) subscriber.position = 0;
}

/**
 * Waits until every subscriber has received `count` events with this status, and measures how late each was.
 *
 * @param sent when each update was sent, by attempt id; default: the event's own `at`
 * @returns the delays in milliseconds (an event that never came counts as `limitMs`), and how many events
 * were lost or repeated
 */
export async function lags({ status, count, sent, limitMs }) {
  const until = now() + limitMs;
  const wanted = count * subscribers.length;
  let found = [];
  for (let seen = -1; ; ) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const isQuiet = seen === total;
    seen = total;
    if (!isQuiet && now() < until) continue;
    found = [...arrivals].filter(([key]) => key.endsWith(` ${status}`));
    if (found.reduce((sum, [, { at }]) => sum + at.length, 0) >= wanted || now() > until) break;
  }
  const lost = found.reduce((sum, [, { at }]) => sum - at.length, wanted);
  const came = new Float64Array(wanted + Math.max(0, -lost)).fill(limitMs);
  let length = 0;
  for (const [key, { written, at }] of found) {
    const from = sent ? sent[key.split(' ')[0]] : written;
    for (const one of at) came[length++] = one - from;
  }
  came.sort();
  const at = (share) => came[Math.min(came.length - 1, Math.ceil(came.length * share) - 1)];
  const ended = subscribers.filter(({ error }) => error).length;
  return { p50: at(0.5), p99: at(0.99), lost: Math.max(0, lost), repeated: Math.max(0, -lost), ended };
}

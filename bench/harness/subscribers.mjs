/** Subscribers by graphql-transport-ws, each with a WebSocket of its own, all in one process of their own. */
import { WebSocket } from 'ws';

/** More would be sent away: sockets from one address that have not said who they are. */
const AT_ONCE = 25;
const subscribers = [];
let arrivals = new Map();
/** What has arrived and has not been read. */
const waiting = [];
let measuring = false;
let arrivedAt = 0;

const now = () => performance.timeOrigin + performance.now();

/** @param tokens shared out among them */
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
  const socket = new WebSocket(url, 'graphql-transport-ws', { perMessageDeflate: false });
  const state = { socket, error: undefined };
  return new Promise((resolve, reject) => {
    const send = (message) => socket.send(JSON.stringify(message));
    socket.on('open', () => {
      send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } });
      noteArrivals(socket._socket);
    });
    socket.on('error', reject);
    socket.on('message', (data) => {
      if (data.includes('"type":"next"')) return record(data.toString(), arrivedAt);
      const message = JSON.parse(data.toString());
      if (message.type === 'ping') send({ type: 'pong' });
      else if (message.type === 'connection_ack') {
        send({ id: '1', type: 'subscribe', payload: { query } });
        resolve(state);
      } else if (message.type !== 'pong') {
        state.error = data.toString();
        console.error('subscriber:', state.error);
      }
    });
  });
}

/** Only stores what arrives, and when. It is parsed later, so that measuring does not slow down what is measured. */
function noteArrivals(tcp) {
  const [read] = tcp.listeners('data');
  tcp.off('data', read);
  tcp.on('data', (chunk) => {
    waiting.push([now(), chunk, tcp, read]);
    if (!measuring) readWaiting();
  });
}

function readWaiting() {
  for (const [at, chunk, tcp, read] of waiting.splice(0)) {
    arrivedAt = at;
    read.call(tcp, chunk);
  }
}

/** Notes when an event of this attempt and status arrived at each subscriber. */
function record(text, at) {
  const id = /"executionId":"([^"]+)"/.exec(text)?.[1];
  const status = /"status":"([A-Z_]+)"/.exec(text)?.[1];
  const written = /"at":"([^"]+)"/.exec(text)?.[1];
  const key = `${id} ${status}`;
  const entry = arrivals.get(key) ?? { written: written && Date.parse(written), at: [] };
  entry.at.push(at);
  arrivals.set(key, entry);
}

/** Call this before the measurement: from now on, until `lags`, arrivals are only stored. */
export function reset() {
  arrivals = new Map();
  measuring = true;
}

/**
 * Waits until every subscriber has received `count` events with this status, and measures how late each was.
 *
 * @param sent when each update was sent, by attempt id; default: the event's own `at`
 * @returns milliseconds (an event that never came counts as `limitMs`), and how many were lost or repeated
 */
export async function lags({ status, count, sent, limitMs }) {
  const until = now() + limitMs;
  const wanted = count * subscribers.length;
  let found = [];
  for (let seen = -1; ; ) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const isQuiet = seen === waiting.length;
    seen = waiting.length;
    if (!isQuiet && now() < until) continue;
    readWaiting();
    found = [...arrivals].filter(([key]) => key.endsWith(` ${status}`));
    if (found.reduce((sum, [, { at }]) => sum + at.length, 0) >= wanted || now() > until) break;
  }
  measuring = false;
  const came = found.flatMap(([key, { written, at }]) => {
    const from = sent ? sent[key.split(' ')[0]] : written;
    return at.map((one) => one - from);
  });
  const lost = Math.max(0, wanted - came.length);
  const repeated = Math.max(0, came.length - wanted);
  const ended = subscribers.filter(({ error }) => error).length;
  came.push(...Array.from({ length: lost }, () => limitMs));
  came.sort((a, b) => a - b);
  const at = (share) => came[Math.min(came.length - 1, Math.ceil(came.length * share) - 1)];
  return { p50: at(0.5), p99: at(0.99), lost, repeated, ended };
}

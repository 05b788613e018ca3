/** How a reader that needs no promises learns of events. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventQueue } from '../../src/events/event-queue.js';
import type { OutboxEvent } from '../../src/events/outbox-event.js';

const HEARTBEAT_MS = 1_000;
const [first, second] = [{ cursor: 'first' }, { cursor: 'second' }] as [OutboxEvent, OutboxEvent];

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const onReady = vi.fn();
  const onHeartbeat = vi.fn();
  const queue = new EventQueue({
    heartbeatMs: HEARTBEAT_MS,
    start: () => 'start',
    place: () => 'place',
    onEnd: () => {},
  });
  return { queue, onReady, onHeartbeat, wait: () => queue.whenReady({ onReady, onHeartbeat }) };
}

test('a reader is called once, for the first of several events', () => {
  const { queue, onReady, wait } = open();
  expect(wait()).toBe(true);
  queue.append(first);
  queue.append(second);
  expect(onReady).toHaveBeenCalledTimes(1);
  expect(wait()).toBe(false);
  expect(queue.takeWaiting(10)).toEqual([first, second]);
  expect(wait()).toBe(true);
});

test('takes no more than asked for, in order', () => {
  const { queue } = open();
  queue.append(first);
  queue.append(second);
  expect(queue.takeWaiting(1)).toEqual([first]);
  expect(queue.takeWaiting(1)).toEqual([second]);
  expect(queue.takeWaiting(1)).toEqual([]);
});

test('a reader that waits receives heartbeats, and keeps waiting', () => {
  const { queue, onReady, onHeartbeat, wait } = open();
  wait();
  vi.advanceTimersByTime(2 * HEARTBEAT_MS);
  expect(onHeartbeat.mock.calls).toEqual([['place'], ['place']]);
  queue.append(first);
  expect(onReady).toHaveBeenCalledTimes(1);
});

test('a reader that is busy with earlier events receives no heartbeat: its position would be a later one', () => {
  const { queue, onHeartbeat, wait } = open();
  wait();
  queue.append(first);
  queue.takeWaiting(1);
  vi.advanceTimersByTime(2 * HEARTBEAT_MS);
  expect(onHeartbeat).not.toHaveBeenCalled();
});

test('a reader is called when the queue ends, and next() tells why', async () => {
  const { queue, onReady, wait } = open();
  wait();
  queue.fail((cursor) => new Error(`ended at ${cursor}`));
  expect(onReady).toHaveBeenCalledTimes(1);
  expect(wait()).toBe(false);
  await expect(queue.next()).rejects.toThrow('ended at start');
  await expect(queue.next()).resolves.toEqual({ done: true, value: undefined });
});

import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { createLifecycle } from '../../src/runtime/lifecycle.js';
import { StartupError } from '../../src/runtime/startup-error.js';
import { createDeferred } from '../support/deferred.js';
import { createRecordingLogger } from '../support/recording-logger.js';

/** A lifecycle whose signals and exit are the test's: `exited` resolves with the first exit code. */
function setUp(graceMs: number | (() => number) = 5_000) {
  const logger = createRecordingLogger();
  const signals = new EventEmitter();
  const exited = createDeferred<number>();
  const exits: number[] = [];
  const lifecycle = createLifecycle({
    logger,
    graceMs,
    signals,
    exit: (code) => {
      exits.push(code);
      exited.resolve(code);
    },
  });
  const journal: string[] = [];
  const component = (name: string) => ({
    start: () => void journal.push(`start ${name}`),
    stop: () => void journal.push(`stop ${name}`),
  });
  return { logger, signals, exited: exited.promise, exits, lifecycle, journal, component };
}

test.each(['SIGINT', 'SIGTERM'])(
  'starts components in order, and stops them in reverse on %s',
  async (signal) => {
    const { lifecycle, journal, component, signals, exited } = setUp();
    lifecycle.add('a', component('a')).add('b', component('b'));
    expect(await lifecycle.start()).toBe(true);
    signals.emit(signal, signal);
    expect(await exited).toBe(0);
    expect(journal).toEqual(['start a', 'start b', 'stop b', 'stop a']);
    expect(signals.listenerCount(signal)).toBe(0);
  },
);

test('stops started components and exits with 1 and one readable line if one does not start', async () => {
  const { lifecycle, journal, component, exited, logger } = setUp();
  lifecycle
    .add('a', component('a'))
    .add('b', {
      start: () => {
        throw new StartupError('PORT: 4000 is in use');
      },
      stop: component('b').stop,
    })
    .add('c', component('c'));
  expect(await lifecycle.start()).toBe(false);
  expect(await exited).toBe(1);
  expect(journal).toEqual(['start a', 'stop a']);
  const failures = logger.lines.filter(({ event }) => event === 'startup.failed');
  expect(failures).toMatchObject([{ component: 'b', message: 'PORT: 4000 is in use' }]);
  expect(failures[0]).not.toHaveProperty('err');
});

test('reads the time limit of the shutdown when it begins', async () => {
  let graceMs = 60_000;
  const { lifecycle, signals, exited } = setUp(() => graceMs);
  lifecycle.add('slow', {
    stop: (deadline) => new Promise((done) => deadline.addEventListener('abort', done)),
  });
  await lifecycle.start();
  graceMs = 20;
  signals.emit('SIGTERM', 'SIGTERM');
  expect(await exited).toBe(0);
});

test('keeps the time limit of the shutdown when the clock of the host is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const { lifecycle, signals, exited } = setUp(50);
    const setBack = () => void vi.setSystemTime(Date.now() - 3_600_000);
    lifecycle.add('stuck', { stop: () => new Promise(() => {}) }).add('first', { stop: setBack });
    await lifecycle.start();
    signals.emit('SIGTERM', 'SIGTERM');
    expect(await exited).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test('shows where a bug during the start is', async () => {
  const { lifecycle, exited, logger } = setUp();
  lifecycle.add('a', { start: () => Promise.reject(new TypeError('x is not a function')) });
  await lifecycle.start();
  expect(await exited).toBe(1);
  expect(logger.lines[0]).toMatchObject({ event: 'startup.failed', err: { type: 'TypeError' } });
});

test('exits at once on a second signal', async () => {
  const { lifecycle, signals, exits } = setUp();
  const never = createDeferred();
  const stopping = createDeferred();
  lifecycle.add('stuck', {
    stop: () => {
      stopping.resolve();
      return never.promise;
    },
  });
  await lifecycle.start();
  signals.emit('SIGTERM', 'SIGTERM');
  await stopping.promise;
  expect(exits).toEqual([]);
  signals.emit('SIGINT', 'SIGINT');
  expect(exits).toEqual([130]);
  never.resolve();
});

test('on a signal during the start, lets the starting component finish, starts no other and stops', async () => {
  const { lifecycle, journal, component, signals, exited } = setUp();
  const begun = createDeferred();
  const slow = createDeferred();
  lifecycle
    .add('slow', {
      start: async () => {
        begun.resolve();
        await slow.promise;
      },
      stop: component('slow').stop,
    })
    .add('next', component('next'));
  const started = lifecycle.start();
  await begun.promise;
  signals.emit('SIGINT', 'SIGINT');
  slow.resolve();
  expect(await started).toBe(false);
  expect(await exited).toBe(0);
  expect(journal).toEqual(['stop slow']);
});

test('past the deadline, aborts the signal, leaves a component that hangs, stops the others, and exits with 1', async () => {
  vi.useFakeTimers();
  try {
    const { lifecycle, journal, component, signals, exited, logger } = setUp(10_000);
    lifecycle
      .add('database', component('database'))
      .add('drains', {
        stop: async (deadline) => {
          if (!deadline.aborted) await new Promise((resolve) => deadline.addEventListener('abort', resolve));
          journal.push('cut drains');
        },
      })
      .add('stuck', { stop: () => new Promise(() => {}) });
    await lifecycle.start();
    signals.emit('SIGTERM', 'SIGTERM');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await exited).toBe(1);
    expect(journal).toEqual(['start database', 'cut drains', 'stop database']);
    expect(logger.lines).toContainEqual(
      expect.objectContaining({ event: 'shutdown.late', component: 'stuck' }),
    );
  } finally {
    vi.useRealTimers();
  }
});

test('stops the others if one fails to stop', async () => {
  const { lifecycle, journal, component, exited, logger } = setUp();
  lifecycle.add('a', component('a')).add('b', { stop: () => Promise.reject(new Error('broken')) });
  await lifecycle.start();
  await lifecycle.shutdown('test');
  expect(await exited).toBe(1);
  expect(journal).toEqual(['start a', 'stop a']);
  expect(logger.lines).toContainEqual(expect.objectContaining({ event: 'shutdown.failed', component: 'b' }));
});

test('shuts down once even if asked twice', async () => {
  const { lifecycle, journal, component, exits } = setUp();
  lifecycle.add('a', component('a'));
  await lifecycle.start();
  await Promise.all([lifecycle.shutdown('one', 3), lifecycle.shutdown('two')]);
  expect(journal).toEqual(['start a', 'stop a']);
  expect(exits).toEqual([3]);
});

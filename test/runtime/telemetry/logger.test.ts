import { expect, test, vi } from 'vitest';
import { createLogger } from '../../../src/runtime/telemetry/logger.js';
import { createRecordingLogger } from '../../support/recording-logger.js';

test('a line has its event, its fields and its sentence', () => {
  const logger = createRecordingLogger();
  logger.child({ worker: 'w1' }).info('job.started', { jobId: 'j1' }, 'A job has started');
  expect(logger.lines).toMatchObject([
    {
      level: 'info',
      name: 'test',
      worker: 'w1',
      event: 'job.started',
      jobId: 'j1',
      message: 'A job has started',
    },
  ]);
  expect(new Date(String(logger.lines[0]?.time)).getTime()).toBeGreaterThan(0);
});

test('severity and trace have the names of OpenTelemetry', () => {
  const logger = createRecordingLogger();
  logger.debug('a.b', { traceId: '0af7651916cd43dd8448eb211c80319c', executionId: 'e1' });
  logger.info('a.b');
  logger.warn('a.b');
  logger.error('a.b');
  expect(logger.lines[0]).toMatchObject({
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    executionId: 'e1',
  });
  expect(logger.lines[0]).not.toHaveProperty('traceId');
  expect(logger.lines[1]).not.toHaveProperty('trace_id');
  expect(logger.lines.map(({ severity_number }) => severity_number)).toEqual([5, 9, 13, 17]);
});

test('nothing below the level is written', () => {
  const lines: string[] = [];
  const logger = createLogger({
    level: 'warn',
    name: 'test',
    destination: { write: (line) => lines.push(line) },
  });
  logger.info('too.quiet');
  logger.warn('loud.enough');
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(['loud.enough']);
});

test('secrets are censored by key, at any depth and in bindings', () => {
  const logger = createRecordingLogger();
  logger.child({ apiToken: 'hush-1' }).info('agent.called', {
    headers: { Authorization: 'Bearer hush-2', 'x-api-key': 'hush-3' },
    auth: [{ type: 'basic', username: 'joe', password: 'hush-4' }],
    credentials: { anything: 'hush-5' },
    signingSecret: 'hush-6',
  });
  expect(JSON.stringify(logger.lines)).not.toContain('hush');
  expect(logger.lines[0]).toMatchObject({ auth: [{ username: 'joe' }], signingSecret: '[redacted]' });
});

test('a number under such a key is not a secret', () => {
  const logger = createRecordingLogger();
  logger.info('job.completed', { metrics: { tokens: 512 } });
  expect(logger.lines[0]).toMatchObject({ metrics: { tokens: 512 } });
});

test('passwords in addresses are censored, in fields, messages and causes', () => {
  const logger = createRecordingLogger();
  const cause = new Error('refused by redis://:hush@cache:6379');
  logger.error('database.failed', {
    err: new Error('no route to postgresql://joe:hush@db:5432/x', { cause }),
    nested: { reason: new Error('postgresql://joe:hush@db') },
    address: 'postgresql://joe:hush@db:5432/x',
  });
  const line = JSON.stringify(logger.lines[0]);
  expect(line).not.toContain('hush');
  expect(line).toContain('postgresql://joe:***@db:5432/x');
  expect(logger.lines[0]).toMatchObject({ err: { type: 'Error', cause: { type: 'Error' } } });
});

test('an error is written with what explains it, without what a driver attached', () => {
  const logger = createRecordingLogger();
  logger.error('query.failed', {
    err: Object.assign(new Error('no'), { code: '42P01', parameters: ['hush'] }),
  });
  expect(logger.lines[0]?.err).toMatchObject({ message: 'no', code: '42P01' });
  expect(JSON.stringify(logger.lines)).not.toContain('hush');
});

test('a cycle is cut, a date is kept', () => {
  const logger = createRecordingLogger();
  const cycle: Record<string, unknown> = { at: new Date('2026-03-01T00:00:00Z') };
  cycle.self = cycle;
  logger.info('odd.value', { cycle });
  expect(JSON.stringify(logger.lines[0])).toContain('2026-03-01T00:00:00.000Z');
});

test('a logger listens for the end of the process only while lines wait to be written', () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const before = process.listenerCount('exit');
    const create = () => createLogger({ level: 'info', name: 'test', pretty: false });
    const [logger] = Array.from({ length: 20 }, create);
    expect(process.listenerCount('exit')).toBe(before);
    logger?.info('a.first');
    logger?.info('a.second');
    expect(process.listenerCount('exit')).toBe(before + 1);
    expect(written).not.toHaveBeenCalled();
    process.listeners('exit').at(-1)?.call(process, 0);
    expect(written.mock.calls.map(([lines]) => String(lines).match(/a\.\w+/g))).toEqual([
      ['a.first', 'a.second'],
    ]);
    expect(process.listenerCount('exit')).toBe(before);
  } finally {
    written.mockRestore();
  }
});

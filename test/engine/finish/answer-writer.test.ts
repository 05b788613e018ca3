import { expect, test } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.js';
import { createStepPace } from '../../../src/engine/dispatch/step-pace.js';
import { AnswerWriter } from '../../../src/engine/finish/answer-writer.js';
import { createPool } from '../../../src/runtime/database/pool.js';
import { findFreePort } from '../../../src/runtime/free-port.js';
import { createLogger } from '../../../src/runtime/telemetry/logger.js';

const attempt = { scheduleExecutionId: 'e', agentId: 'agent', contextId: null };
const answer = (id: string, responseBody: string | null) => ({
  ...{
    id,
    scheduleExecutionId: 'e',
    status: 'completed' as const,
    accepted: false,
    result: null,
    error: null,
  },
  ...{
    metrics: null,
    statusCode: 200,
    durationMs: 1,
    responseBody,
    responseTruncated: false,
    resultInvalid: false,
    sentAfterMs: 0,
  },
});

async function writerWithoutDatabase() {
  const pool = createPool({
    connectionString: `postgresql://nobody@127.0.0.1:${await findFreePort()}/none`,
    ...{ max: 1, applicationName: 'test', connectTimeoutMs: 100 },
  });
  const lease = { workerId: 'w', epoch: 1 };
  let isCurrent = true;
  let rooms = 0;
  const writer = new AnswerWriter({
    pool,
    logger: createLogger({ level: 'silent', name: 'test' }),
    holds: () => isCurrent,
    finishSteps: () => Promise.reject(new Error('none of these is a step')),
    onWritten: () => {},
    pace: createStepPace(() => {}),
    onRoom: () => {
      rooms += 1;
    },
  });
  return {
    writer,
    lease,
    rooms: () => rooms,
    async loseLease() {
      isCurrent = false;
      await writer.drain();
      await pool.end();
    },
  };
}

test('while the database is down the buffer of answers fills up to its limit, and is empty when the lease is lost', async () => {
  const { writer, lease, rooms, loseLease } = await writerWithoutDatabase();
  const written: Promise<unknown>[] = [];
  for (let index = 0; !writer.isFull(); index += 1)
    written.push(writer.write(lease, answer(`a${index}`, null), attempt));
  expect(written).toHaveLength(LIMITS.bufferedAnswers);
  expect(writer.isBehind()).toBe(true);
  await loseLease();
  await Promise.all(written);
  expect(writer.isFull()).toBe(false);
  expect(rooms()).toBe(1);
});

test('large answers fill it by their bytes', async () => {
  const { writer, lease, loseLease } = await writerWithoutDatabase();
  const body = 'x'.repeat(262_144);
  let count = 0;
  for (; !writer.isFull(); count += 1) void writer.write(lease, answer(`a${count}`, body), attempt);
  expect(count).toBe(LIMITS.bufferedAnswerBytes / body.length);
  await loseLease();
  expect(writer.isBehind()).toBe(false);
});

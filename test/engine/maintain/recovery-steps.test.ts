import { expect, onTestFinished, test } from 'vitest';
import { createEngineMetrics } from '../../../src/engine/engine-metrics.js';
import { orphanSteps } from '../../../src/engine/maintain/recovery-steps.js';
import { createSecretBox } from '../../../src/runtime/secrets/secret-box.js';
import { createRegistry } from '../../../src/runtime/telemetry/metrics.js';
import { createAgentDirectory } from '../../../src/services/agents/agent-directory.js';
import { createTestDatabase } from '../../support/database.js';
import { createRecordingLogger } from '../../support/recording-logger.js';
import { insertSchedule } from '../../support/rows.js';

test('recovery plans a schedule that nobody planned, and counts and logs it once', async () => {
  const { pool, drop } = await createTestDatabase({ writer: 'engine' });
  onTestFinished(drop);
  const logger = createRecordingLogger();
  const metrics = createEngineMetrics(createRegistry(), async () => 0);
  const directory = createAgentDirectory({ pool, secretBox: createSecretBox(Buffer.alloc(32)) });
  const scheduleId = await insertSchedule(pool, { agentId: 'agent', interval: 60_000 });
  const round = async () => {
    for (const step of orphanSteps({ pool, directory, metrics, logger }))
      await step.run(AbortSignal.timeout(60_000));
  };
  for (let rounds = 0; rounds < 2; rounds += 1) await round();
  const { rows } = await pool.query('SELECT "nextRunAt" FROM "Schedule" WHERE id = $1', [scheduleId]);
  expect(rows).toEqual([{ nextRunAt: expect.any(Date) }]);
  const { values } = await metrics.findings.get();
  expect(values.filter(({ value }) => value > 0)).toEqual([
    expect.objectContaining({ labels: { kind: 'unplanned' }, value: 1 }),
  ]);
  expect(logger.lines).toMatchObject([{ event: 'recovery.found', kind: 'unplanned', count: 1 }]);
});

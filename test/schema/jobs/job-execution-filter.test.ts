import { expect, test } from 'vitest';
import { jobExecutionWhere } from '../../../src/schema/jobs/job-execution-filter.js';

test('a filter for running jobs is a condition of its own, which has an index', () => {
  expect(jobExecutionWhere({ status: ['pending', 'running'] })).toEqual({
    OR: [{ status: 'running' }, { status: { in: ['pending'] } }],
    isLatest: true,
  });
  expect(jobExecutionWhere({ status: ['running'] })).toMatchObject({ status: { in: ['running'] } });
  expect(jobExecutionWhere({ status: ['failed', 'dead_letter'] })).toMatchObject({
    status: { in: ['failed', 'dead_letter'] },
  });
});

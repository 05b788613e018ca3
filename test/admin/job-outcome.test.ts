import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { type JobOutcome, OUTCOME_COLUMNS } from '../../admin/src/features/jobs/outcome-columns.js';
import { formatInstant, VIEWER_ZONE } from '../../admin/src/lib/text/time.js';

const DUE = '2026-11-26T22:11:30.235Z';
const WAITING: JobOutcome = {
  status: 'PENDING',
  retryCount: 1,
  retryAt: DUE,
  statusCode: null,
  enqueuedAt: null,
  startedAt: null,
  completedAt: null,
  dependencies: [],
  reason: null,
  waiting: { message: `The next attempt is due at ${DUE}.` },
  error: null,
};
const causeOf = (job: JobOutcome) => renderToStaticMarkup(OUTCOME_COLUMNS.cause.cell(job) as ReactElement);

describe('the cause in a table of jobs', () => {
  test('says what a job waits for, with an instant as people read it', () => {
    const due = formatInstant(new Date(DUE), VIEWER_ZONE);
    expect(causeOf(WAITING)).toContain(`>The next attempt is due at ${due}.<`);
    expect(causeOf(WAITING)).not.toContain(DUE);
  });

  test.each(['RUNNING', 'COMPLETED'])('forgets what a job waited for that is now %s', (status) => {
    expect(causeOf({ ...WAITING, status })).not.toContain('next attempt');
  });
});

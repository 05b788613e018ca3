/** Which line of PostgreSQL's log people are shown. */
import { expect, test } from 'vitest';
import { findCause } from '../../../src/runtime/embedded-postgres/postgres-log.js';

const LINE = '2026-11-28 09:30:56.887 UTC [26006]';

test('the cause of an end is what stopped the server, and not what its clients were told', () => {
  const full = `${LINE} FATAL:  could not write to file "pg_wal/xlogtemp.26020": No space left on device`;
  const log = [
    `${LINE} FATAL:  the database system is starting up`,
    full,
    `${LINE} LOG:  terminating any other active server processes`,
    `${LINE} FATAL:  the database system is in recovery mode`,
    `${LINE} LOG:  database system is shut down`,
    '',
  ];
  expect(findCause(log.join('\n'))).toBe(full);
  expect(findCause(log.filter((line) => line !== full).join('\n'))).toBeUndefined();
});

test('an error that stops a session is a cause if the server cannot continue after it', () => {
  const panic = `${LINE} PANIC:  could not locate a valid checkpoint record`;
  expect(findCause(`${panic}\n${LINE} FATAL:  terminating connection due to administrator command\n`)).toBe(
    panic,
  );
});

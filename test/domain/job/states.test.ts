import { describe, expect, it } from 'vitest';
import {
  ATTEMPT_STATUSES,
  deliveryStatus,
  isEnded,
  LEGAL_MOVES,
  rollUpRunStatus,
} from '../../../src/domain/job/states.js';

describe('attempt status', () => {
  it('has exactly the allowed moves', () => {
    const moves = ATTEMPT_STATUSES.flatMap((from) => LEGAL_MOVES[from].map((to) => `${from} → ${to}`));
    expect(moves.sort()).toEqual([
      'pending → cancelled',
      'pending → failed',
      'pending → running',
      'pending → skipped',
      'running → cancelled',
      'running → completed',
      'running → dead_letter',
      'running → failed',
    ]);
  });

  it('has ended unless it is pending or running', () => {
    expect(ATTEMPT_STATUSES.filter((status) => !isEnded(status))).toEqual(['pending', 'running']);
  });
});

describe('rollUpRunStatus', () => {
  it.each([
    [[0, 0, 0, 0], 'succeeded'],
    [[0, 0, 3, 0], 'succeeded'],
    [[3, 0, 0, 0], 'succeeded'],
    [[2, 0, 1, 0], 'succeeded'],
    [[0, 3, 0, 0], 'failed'],
    [[0, 1, 2, 0], 'failed'],
    [[0, 1, 0, 2], 'failed'],
    [[0, 0, 0, 3], 'cancelled'],
    [[0, 0, 1, 2], 'cancelled'],
    [[0, 0, 0, 1], 'cancelled'],
    [[1, 1, 0, 0], 'partial'],
    [[1, 0, 0, 1], 'partial'],
    [[1, 1, 1, 1], 'partial'],
  ] as const)(
    'completed, failed, skipped, cancelled %j is %s',
    ([completed, failed, skipped, cancelled], status) => {
      const created = completed + failed + skipped + cancelled;
      const counts = { created, completed, failed, skipped, cancelled };
      expect(rollUpRunStatus(counts)).toBe(status);
      expect(rollUpRunStatus(counts, true)).toBe('cancelled');
      expect(rollUpRunStatus(counts, true, true)).toBe('failed');
      expect(rollUpRunStatus({ ...counts, created: created + 1 })).toBe('running');
      expect(rollUpRunStatus({ ...counts, created: created + 1 }, true)).toBe('running');
    },
  );
});

describe('deliveryStatus', () => {
  it.each([
    [0, 0, 'success'],
    [3, 3, 'success'],
    [3, 1, 'partial'],
    [3, 0, 'failed'],
  ] as const)('of %i created, %i started is %s', (created, started, status) => {
    expect(deliveryStatus({ created, started })).toBe(status);
  });
});

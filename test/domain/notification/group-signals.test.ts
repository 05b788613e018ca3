import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupSignals, type Signal } from '../../../src/domain/notification/group-signals.js';
import { isWanted, NOTIFICATION_KINDS } from '../../../src/domain/notification/notification.js';
import { oneLine } from '../../../src/domain/notification/one-line.js';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, seconds));

function signal(rest: Partial<Signal> = {}): Signal {
  return {
    kind: 'dead_letter',
    subjectId: 'attempt-1',
    scheduleId: 'schedule-1',
    pipelineId: null,
    agentId: 'agent-1',
    at: at(0),
    message: 'connection refused',
    data: { schedule: 'Daily Newsletter', agent: 'Summarizer' },
    ...rest,
  };
}

test('signals of one schedule become one notification, in the words of the first', () => {
  const [group, ...others] = groupSignals([
    signal({ at: at(5) }),
    signal({ subjectId: 'attempt-2', at: at(9), message: 'another error' }),
    signal({ subjectId: 'attempt-3', at: at(2) }),
  ]);
  expect(others).toEqual([]);
  expect(group).toMatchObject({
    kind: 'dead_letter',
    groupKey: 'schedule/schedule-1',
    subjectType: 'job',
    subjectId: 'attempt-1',
    title: 'Dead letters: Daily Newsletter',
    message: 'connection refused',
    count: 3,
    firstAt: at(2),
    lastAt: at(9),
  });
});

test('an agent is named only if it is the only one', () => {
  const [group] = groupSignals([signal(), signal({ agentId: 'agent-2', data: { agent: 'Mailer' } })]);
  expect(group).toMatchObject({ agentId: null, count: 2 });
  expect(group?.data.agent).toBeUndefined();
});

test.each([
  [signal({ scheduleId: null, pipelineId: 'p' }), 'pipeline/p'],
  [signal({ scheduleId: null }), 'agent/agent-1'],
  [signal({ kind: 'circuit_open', scheduleId: null, subjectId: 'agent-1' }), 'agent/agent-1'],
  [signal({ kind: 'worker_dead', scheduleId: null, agentId: null, data: { host: 'box-7' } }), 'host/box-7'],
])('%# without a schedule, the place is the target of the call', (given, groupKey) => {
  expect(groupSignals([given])).toMatchObject([{ groupKey }]);
});

test('the reason for blocking is put in words; an error with the same text is not', () => {
  const [flagged, failed] = groupSignals([
    signal({ kind: 'schedule_flagged', message: 'invalid_target' }),
    signal({ message: 'invalid_target' }),
  ]);
  expect(flagged?.message).toBe('Its agent or pipeline is missing or disabled.');
  expect(failed?.message).toBe('invalid_target');
});

test('no signal is lost or counted twice', () => {
  const kind = fc.constantFrom(...NOTIFICATION_KINDS);
  const signals = fc.array(
    fc.record({ kind, scheduleId: fc.constantFrom('a', 'b', null), agentId: fc.constantFrom('x', 'y') }),
  );
  fc.assert(
    fc.property(signals, (given) => {
      const groups = groupSignals(given.map((rest) => signal(rest)));
      expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(given.length);
      expect(new Set(groups.map((group) => `${group.kind} ${group.groupKey}`)).size).toBe(groups.length);
    }),
  );
});

test('a line stays one line, whatever its length and content', () => {
  expect(oneLine('a\r\nBcc: x@y\u2028c\u202egnp.exe\0', 100)).toBe('a Bcc: x@y c gnp.exe');
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.integer({ min: 2, max: 40 }),
      (text, max) => {
        const line = oneLine(text, max);
        expect(line.length).toBeLessThanOrEqual(max);
        expect(line).not.toMatch(/[\r\n\0\u2028\u2029\p{Surrogate}]/u);
      },
    ),
  );
});

test('notifyOnFailure concerns jobs and runs, enabled concerns everything', () => {
  const wanted = (settings: { enabled: boolean; notifyOnFailure: boolean }) =>
    NOTIFICATION_KINDS.filter((kind) => isWanted(kind, settings));
  expect(wanted({ enabled: true, notifyOnFailure: true })).toEqual(NOTIFICATION_KINDS);
  expect(wanted({ enabled: true, notifyOnFailure: false })).toEqual([
    'schedule_flagged',
    'schedule_stuck',
    'worker_dead',
    'circuit_open',
    'no_worker',
    'worker_back',
    'jobs_waiting',
  ]);
  expect(wanted({ enabled: false, notifyOnFailure: true })).toEqual([]);
});

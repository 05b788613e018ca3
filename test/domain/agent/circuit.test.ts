import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterContact,
  afterProbe,
  beginProbe,
  type Circuit,
  CLOSED,
  type Contact,
  contactOf,
  roomOf,
} from '../../../src/domain/agent/circuit.js';

const SETTINGS = { enabled: true, failureThreshold: 5, coolDown: 10_000, maxCoolDown: 300_000 };
const FAILED: Contact = { kind: 'failed', reason: 'The connection was refused' };
const ANSWERED: Contact = { kind: 'answered' };
const at = (ms: number) => new Date(ms);

function open(now = at(0)): Circuit {
  let circuit = CLOSED;
  for (let n = 0; n < SETTINGS.failureThreshold; n += 1)
    circuit = afterContact(circuit, FAILED, SETTINGS, now);
  return circuit;
}

describe('what counts as a failure', () => {
  test.each([['CONNECTION_REFUSED'], ['CONNECTION_RESET'], ['UNREACHABLE'], ['DNS'], ['TIMEOUT']])(
    '%s without an answer',
    (code) => {
      expect(contactOf(false, { code, message: 'why' })).toEqual({ kind: 'failed', reason: 'why' });
    },
  );

  test.each([['INVALID_PARAMS'], ['EGRESS_DENIED'], ['AGENT_DISABLED'], ['ABORTED'], ['TLS']])(
    '%s counts neither as a failure nor as a success',
    (code) => {
      expect(contactOf(false, { code, message: 'why' })).toBeUndefined();
      expect(contactOf(false, null)).toBeUndefined();
    },
  );

  test('any status is an answer, whatever went wrong afterward', () => {
    expect(contactOf(true, { code: 'HTTP_503', message: '' })).toEqual(ANSWERED);
    expect(contactOf(true, { code: 'CONNECTION_RESET', message: '' })).toEqual(ANSWERED);
  });
});

describe('a closed circuit', () => {
  test('opens after the fifth failure in a row, and says why', () => {
    let circuit = CLOSED;
    for (let n = 1; n < 5; n += 1) {
      circuit = afterContact(circuit, FAILED, SETTINGS, at(n));
      expect(circuit).toMatchObject({ state: 'closed', failures: n });
    }
    expect(afterContact(circuit, ANSWERED, SETTINGS, at(9))).toEqual(CLOSED);
    expect(afterContact(circuit, FAILED, SETTINGS, at(5))).toEqual({
      state: 'open',
      failures: 5,
      failedProbes: 0,
      openedAt: at(5),
      nextProbeAt: at(10_005),
      probeId: null,
      reason: 'The connection was refused',
    });
  });

  test('stays closed while the breaker is off', () => {
    let circuit = CLOSED;
    for (let n = 0; n < 50; n += 1)
      circuit = afterContact(circuit, FAILED, { ...SETTINGS, enabled: false }, at(n));
    expect(circuit.state).toBe('closed');
  });

  test('is the same object while calls succeed, so nothing is written', () => {
    expect(afterContact(CLOSED, ANSWERED, SETTINGS, at(1))).toBe(CLOSED);
  });
});

describe('an open circuit', () => {
  test('lets one probe through when the cool-down is over, and none while it is running', () => {
    const circuit = open();
    expect(roomOf(circuit, at(9_999))).toBe(0);
    expect(roomOf(circuit, at(10_000))).toBe(1);
    expect(roomOf(beginProbe(circuit, 'p'), at(99_999))).toBe(0);
    expect(roomOf(CLOSED, at(0))).toBe(Number.POSITIVE_INFINITY);
  });

  test('ignores answers to requests that were sent before it opened', () => {
    const circuit = open();
    expect(afterContact(circuit, ANSWERED, SETTINGS, at(1))).toBe(circuit);
    expect(afterContact(circuit, FAILED, SETTINGS, at(1))).toBe(circuit);
    const probing = beginProbe(circuit, 'p');
    expect(afterContact(probing, ANSWERED, SETTINGS, at(1))).toBe(probing);
  });

  test('closes when a probe is answered', () => {
    expect(afterProbe(beginProbe(open(), 'p'), ANSWERED, SETTINGS, at(20_000))).toEqual(CLOSED);
  });

  test('waits 20 s, 40 s … 5 min after failed probes', () => {
    let circuit = open();
    const waits: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const now = circuit.nextProbeAt as Date;
      circuit = afterProbe(beginProbe(circuit, `p${n}`), FAILED, SETTINGS, now);
      waits.push(((circuit.nextProbeAt?.getTime() ?? 0) - now.getTime()) / 1_000);
    }
    expect(waits).toEqual([20, 40, 80, 160, 300, 300, 300]);
    expect(circuit).toMatchObject({
      state: 'open',
      failures: 12,
      failedProbes: 7,
      openedAt: at(0),
      probeId: null,
    });
  });

  test('sends the next probe at once if the last one was inconclusive', () => {
    const circuit = afterProbe(beginProbe(open(), 'p'), undefined, SETTINGS, at(10_000));
    expect(circuit).toMatchObject({ state: 'open', failedProbes: 0 });
    expect(roomOf(circuit, at(10_000))).toBe(1);
  });
});

test('a cool-down that is longer than its maximum applies unchanged', () => {
  const settings = { ...SETTINGS, failureThreshold: 1, coolDown: 60_000, maxCoolDown: 10_000 };
  const opened = afterContact(CLOSED, FAILED, settings, at(0));
  expect(opened.nextProbeAt).toEqual(at(60_000));
  expect(afterProbe(beginProbe(opened, 'p'), FAILED, settings, at(0)).nextProbeAt).toEqual(at(60_000));
});

test('the end of a probe that is not awaited any more changes nothing', () => {
  for (const circuit of [CLOSED, open()])
    for (const contact of [ANSWERED, FAILED, undefined])
      expect(afterProbe(circuit, contact, SETTINGS, at(9_000))).toBe(circuit);
});

test('any circuit opens only after enough failures in a row, closes only by an answered probe, and sends one probe at a time', () => {
  const event = fc.oneof(
    fc.record({ kind: fc.constant('contact' as const), answered: fc.boolean() }),
    fc.record({ kind: fc.constant('probe' as const) }),
    fc.record({ kind: fc.constant('verdict' as const), answered: fc.option(fc.boolean()) }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(event, fc.nat(60_000)), { maxLength: 200 }),
      fc.integer({ min: 1, max: 6 }),
      (events, failureThreshold) => {
        const settings = { ...SETTINGS, failureThreshold };
        let circuit = CLOSED;
        let now = 0;
        let inARow = 0;
        let probing = false;
        for (const [step, ms] of events) {
          now += ms;
          const before = circuit;
          const contact = (answered: boolean) => (answered ? ANSWERED : FAILED);
          if (step.kind === 'contact') {
            circuit = afterContact(circuit, contact(step.answered), settings, at(now));
            if (before.state === 'closed') inARow = step.answered ? 0 : inARow + 1;
          } else if (step.kind === 'probe') {
            if (roomOf(circuit, at(now)) === 1) {
              expect(probing).toBe(false);
              circuit = beginProbe(circuit, 'p');
              probing = true;
            }
          } else if (probing) {
            circuit = afterProbe(
              circuit,
              step.answered === null ? undefined : contact(step.answered),
              settings,
              at(now),
            );
            probing = false;
            if (circuit.state === 'closed') {
              expect(step.answered).toBe(true);
              inARow = 0;
            }
          }
          expect(circuit.state !== 'closed').toBe(inARow >= failureThreshold);
          expect(circuit.state === 'half_open').toBe(probing);
          if (circuit.nextProbeAt && circuit !== before && circuit.state === 'open')
            expect(circuit.nextProbeAt.getTime() - now).toBeLessThanOrEqual(settings.maxCoolDown);
        }
      },
    ),
  );
});

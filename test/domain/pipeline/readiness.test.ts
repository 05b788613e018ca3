import { describe, expect, it } from 'vitest';
import type { AttemptStatus } from '../../../src/domain/job/states.js';
import { buildGraph } from '../../../src/domain/pipeline/graph.js';
import type { RunIf } from '../../../src/domain/pipeline/pipeline.js';
import { advanceContext, type StepRow } from '../../../src/domain/pipeline/readiness.js';
import { advance, at, row } from './rows.js';
import { chain, loopTo, step } from './steps.js';

const done = { status: 'completed' } as const;
const failed = { status: 'failed' } as const;
const running = { status: 'running' } as const;
const queued = { released: true } as const;
const again = { status: 'completed', result: { again: true } } as const;

describe('runIf', () => {
  const short: Record<string, Partial<StepRow>> = {
    C: done,
    F: failed,
    D: { status: 'dead_letter' },
    X: { status: 'cancelled' },
    S: { status: 'skipped' },
    R: running,
    // Reported by the agent, not settled: its consequences are not known yet.
    u: { status: 'failed', settled: false },
    c: { status: 'completed', settled: false },
    // Waits for a retry.
    P: { retryAt: at(1_000) },
  };
  const start = 'start';
  it.each<[RunIf, Record<string, string>]>([
    [
      'all_succeeded',
      {
        CC: start,
        CR: 'wait',
        Cc: 'wait',
        Cu: 'wait',
        CP: 'wait',
        FR: 'dependency_failed',
        DC: 'dependency_failed',
        XR: 'dependency_cancelled',
        SR: 'dependency_skipped',
        SX: 'dependency_cancelled',
        XF: 'dependency_failed',
      },
    ],
    [
      'all_done',
      { CC: start, FS: start, XD: start, SS: start, CR: 'wait', FP: 'wait', Sc: 'wait', Fu: 'wait' },
    ],
    [
      'any_succeeded',
      {
        CR: start,
        CF: start,
        CP: start,
        Fc: 'wait',
        FR: 'wait',
        SP: 'wait',
        FF: 'condition_not_met',
        SS: 'condition_not_met',
        XD: 'condition_not_met',
      },
    ],
    [
      'any_failed',
      {
        FR: start,
        DC: start,
        XP: start,
        CR: 'wait',
        Cu: 'wait',
        SP: 'wait',
        CC: 'condition_not_met',
        SC: 'condition_not_met',
        SS: 'condition_not_met',
      },
    ],
  ])('%s', (runIf, cases) => {
    const steps = chain('a b end<a,b', { end: { runIf } });
    for (const [[a = '', b = ''], expected] of Object.entries(cases)) {
      for (const rows of [
        { a: short[a], b: short[b] },
        { a: short[b], b: short[a] },
      ]) {
        const { release, skip } = advance(steps, rows as Record<string, StepRow>);
        expect(release, a + b).toEqual(expected === start ? ['end'] : []);
        const isSkip = expected !== start && expected !== 'wait';
        expect(skip, a + b).toEqual(isSkip ? [{ id: 'end', reason: expected }] : []);
      }
    }
  });

  it('passes a skip on to all dependents at once', () => {
    const steps = chain('a b<a c<b d<c clean<a tail<clean,d', {
      d: { runIf: 'any_failed' },
      clean: { runIf: 'any_failed' },
      tail: { runIf: 'all_done' },
    });
    const actions = advance(steps, { a: failed });
    expect(actions.skip).toEqual([
      { id: 'b', reason: 'dependency_failed' },
      { id: 'c', reason: 'dependency_skipped' },
      { id: 'd', reason: 'condition_not_met' },
    ]);
    expect(actions.release).toEqual(['clean']);
    expect(actions.outcome).toBe('open');
  });

  it('starts ready steps in list order', () => {
    expect(advance(chain('d<a a c b<a'), { a: done }).release).toEqual(['d', 'c', 'b']);
  });
});

describe('dependencyTimeout', () => {
  const steps = chain('a b<a c<b d<b', { d: { runIf: 'any_failed' } });

  it('ends the wait, and dependents are judged by that at once', () => {
    const actions = advance(steps, { a: running, b: { dependencyDeadlineAt: at(0) } });
    expect(actions.timeOut).toEqual(['b']);
    expect(actions.skip).toEqual([{ id: 'c', reason: 'dependency_failed' }]);
    expect(actions.release).toEqual(['d']);
  });

  it.each<[string, Record<string, Partial<StepRow>>]>([
    ['before the deadline', { a: running, b: { dependencyDeadlineAt: at(1) } }],
    ['queued steps', { a: done, b: { released: true, dependencyDeadlineAt: at(-1) } }],
    ['steps that wait for their retry', { a: done, b: { retryAt: at(5), dependencyDeadlineAt: at(-1) } }],
  ])('does not apply to %s', (_, rows) => {
    expect(advance(steps, rows)).toEqual({
      release: [],
      skip: [],
      timeOut: [],
      newTurns: [],
      outcome: 'open',
    });
  });

  it('starts what became ready in time, however late it is noticed', () => {
    const actions = advance(steps, { a: done, b: { dependencyDeadlineAt: at(-1) } });
    expect(actions).toMatchObject({ release: ['b'], timeOut: [] });
  });

  it('does not count the wait for an exclusive step', () => {
    const beside = [...chain('a b<a', { b: { parallel: false } }), step({ stepId: 'x' })];
    const actions = advance(beside, { a: done, b: { dependencyDeadlineAt: at(-1) }, x: running });
    expect(actions).toMatchObject({ release: [], timeOut: [] });
  });
});

describe('exclusive steps', () => {
  const steps = chain('p X q Y r', { X: { parallel: false }, Y: { parallel: false } });
  it.each<[string, Record<string, Partial<StepRow>>, string[]]>([
    ['steps listed before start first', {}, ['p']],
    ['an exclusive step waits until nothing else runs', { p: running }, []],
    ['it also waits for queued steps', { p: queued }, []],
    [
      'it also waits for steps that ended but are not settled',
      { p: { status: 'completed', settled: false } },
      [],
    ],
    ['then it starts alone', { p: done }, ['X']],
    ['no step starts beside it', { p: done, X: running }, []],
    ['steps listed before it do not start either', { X: queued }, []],
    ['then the following steps start, up to the next exclusive one', { p: done, X: done }, ['q']],
    ['which waits in turn', { p: done, X: done, q: running }, []],
    ['steps listed before may start before it again', { p: { retryAt: at(0) }, X: {} }, ['p']],
    ['a step that waits for a retry delays nothing', { p: { retryAt: at(1) } }, ['X']],
    ['nor does an exclusive one that waits for a retry', { p: done, X: { retryAt: at(1) } }, ['q']],
    ['a retry that is due is exclusive again', { p: done, X: { retryAt: at(0) }, q: running }, []],
    ['and delays what is listed after it', { p: done, X: { retryAt: at(0) } }, ['X']],
    ['a failed one delays nothing', { p: done, X: failed }, ['q']],
  ])('%s', (_, rows, release) => {
    expect(advance(steps, rows).release).toEqual(release);
  });

  it('delay others only once they are ready', () => {
    const waiting = chain('a X<a q', { X: { parallel: false } });
    expect(advance(waiting, {}).release).toEqual(['a', 'q']);
    expect(advance(waiting, { a: done, q: running }).release).toEqual([]);
  });

  it('run one after another in the reference pipeline', () => {
    const newsletter = chain('collect analyze<collect generate<analyze').map((one) => ({
      ...one,
      parallel: false,
    }));
    expect(advance(newsletter).release).toEqual(['collect']);
    expect(advance(newsletter, { collect: done }).release).toEqual(['analyze']);
    expect(advance(newsletter, { collect: done, analyze: done }).release).toEqual(['generate']);
  });
});

describe('retries', () => {
  it.each([
    [1, []],
    [0, ['a']],
    [-1, ['a']],
  ])('are due in %i ms', (ms, release) => {
    expect(advance(chain('a b<a'), { a: { retryAt: at(ms) } })).toMatchObject({ release, outcome: 'open' });
  });
});

describe('loops', () => {
  const steps = chain('before draft<before review<draft after<review note<draft', {
    review: { loop: loopTo('draft') },
  });
  const first = { before: done, draft: done };

  it.each<[string, Partial<StepRow>, string[]]>([
    ['while its condition holds', again, ['draft', 'review']],
    ['not if the result says otherwise', { status: 'completed', result: { again: 'true' } }, []],
    ['not without a result', done, []],
    ['not after the last turn', { ...again, turn: 2 }, []],
    ['not if its step failed', { ...again, status: 'failed' }, []],
    ['not before its step is settled', { ...again, settled: false }, []],
  ])('start another turn %s', (_, review, stepIds) => {
    const { newTurns } = advance(steps, { ...first, review });
    expect(newTurns.flatMap((turn) => turn.steps.map(({ stepId }) => stepId))).toEqual(stepIds);
  });

  it('delay dependents of each of their steps', () => {
    expect(advance(steps, { ...first, review: running }).release).toEqual([]);
    const next = { draft: { turn: 1 }, review: { turn: 1 } };
    expect(advance(steps, { before: done, ...next }).release).toEqual(['draft']);
    const last = { draft: { ...done, turn: 1 }, review: { ...done, turn: 1 } };
    expect(advance(steps, { before: done, ...last }).release).toEqual(['after', 'note']);
  });

  it('report the new turn, and start nothing until its rows exist', () => {
    const actions = advance([...steps, step({ stepId: 'ready' })], {
      ...first,
      review: { ...again, turn: 1 },
    });
    const rows = [
      { stepId: 'draft', turn: 2 },
      { stepId: 'review', turn: 2 },
    ];
    expect(actions).toEqual({
      release: [],
      skip: [],
      timeOut: [],
      newTurns: [{ loopStepId: 'review', turn: 2, steps: rows }],
      outcome: 'open',
    });
  });

  it('end when their step is skipped, and dependents are judged by that', () => {
    const actions = advance(steps, { before: done, draft: failed });
    expect(actions.skip.map(({ id }) => id).sort()).toEqual(['after', 'note', 'review']);
    expect(actions).toMatchObject({ newTurns: [], outcome: 'failed' });
  });

  it('wait for every step of the turn, so that no step runs in two turns at once', () => {
    const early = chain('a slow<a fast<a end<slow,fast', {
      end: { runIf: 'any_succeeded', loop: loopTo('a') },
    });
    const rows = { a: done, fast: done, end: again };
    expect(advance(early, { ...rows, slow: running }).newTurns).toEqual([]);
    expect(advance(early, { ...rows, slow: { retryAt: at(1) } }).newTurns).toEqual([]);
    expect(advance(early, { ...rows, slow: failed }).newTurns).toHaveLength(1);
  });

  it('run all turns if they have no condition, whatever the results are', () => {
    const thrice = [
      step({ stepId: 'poll', loop: { ...(loopTo('poll', 3) as object), while: undefined } as never }),
    ];
    expect(thrice[0]?.loop?.while).toBeNull();
    expect(advance(thrice, { poll: done }).newTurns).toMatchObject([{ loopStepId: 'poll', turn: 1 }]);
    expect(advance(thrice, { poll: { ...done, turn: 1 } }).newTurns).toMatchObject([{ turn: 2 }]);
    expect(advance(thrice, { poll: { ...done, turn: 2 } })).toMatchObject({
      newTurns: [],
      outcome: 'succeeded',
    });
    expect(advance(thrice, { poll: failed })).toMatchObject({ newTurns: [], outcome: 'failed' });
  });

  it('may consist of one step', () => {
    const poll = [step({ stepId: 'poll', loop: loopTo('poll', 2) })];
    expect(advance(poll, { poll: again }).newTurns).toEqual([
      { loopStepId: 'poll', turn: 1, steps: [{ stepId: 'poll', turn: 1 }] },
    ]);
    expect(advance(poll, { poll: { ...again, turn: 1 } })).toMatchObject({
      newTurns: [],
      outcome: 'succeeded',
    });
  });

  describe('inside another loop', () => {
    const nested = chain('a b<a c<b d<c out<b', {
      c: { loop: loopTo('b', 3) },
      d: { loop: loopTo('a', 2) },
    });

    it('continue before the outer loop does', () => {
      const { newTurns } = advance(nested, { a: done, b: done, c: again });
      expect(newTurns).toEqual([
        {
          loopStepId: 'c',
          turn: 1,
          steps: [
            { stepId: 'b', turn: 1 },
            { stepId: 'c', turn: 1 },
          ],
        },
      ]);
    });

    it('start again in each outer turn, and continue the numbering', () => {
      const ended = { a: done, b: { ...done, turn: 1 }, c: { ...done, turn: 1 }, d: again };
      expect(advance(nested, ended).newTurns).toEqual([
        {
          loopStepId: 'd',
          turn: 1,
          steps: [
            { stepId: 'a', turn: 1 },
            { stepId: 'b', turn: 3 },
            { stepId: 'c', turn: 3 },
            { stepId: 'd', turn: 1 },
          ],
        },
      ]);
      const turn = (n: number) => ({
        a: { ...done, turn: 1 },
        b: { ...done, turn: n },
        c: { ...again, turn: n },
        d: { turn: 1 },
      });
      expect(advance(nested, turn(4)).newTurns).toMatchObject([{ loopStepId: 'c', turn: 5 }]);
      expect(advance(nested, turn(5))).toMatchObject({ newTurns: [], release: ['d'] });
    });

    it('end for later steps only when both have ended', () => {
      const inner = { a: done, b: done, c: done };
      expect(advance(nested, { ...inner, d: running }).release).toEqual([]);
      expect(advance(nested, { ...inner, d: done }).release).toEqual(['out']);
    });

    it('delay the outer loop while they want another turn', () => {
      const early = chain('a b<a c<b d<a,c', {
        c: { loop: loopTo('b') },
        d: { loop: loopTo('a'), runIf: 'any_succeeded' },
      });
      const actions = advance(early, { a: done, b: done, c: again, d: again });
      expect(actions.newTurns.map(({ loopStepId }) => loopStepId)).toEqual(['c']);
    });
  });
});

describe('outcome', () => {
  const steps = chain('a b<a c');
  it.each<[AttemptStatus, AttemptStatus, AttemptStatus, string]>([
    ['completed', 'completed', 'completed', 'succeeded'],
    ['completed', 'skipped', 'completed', 'succeeded'],
    ['skipped', 'skipped', 'skipped', 'succeeded'],
    ['completed', 'failed', 'completed', 'failed'],
    ['completed', 'dead_letter', 'cancelled', 'failed'],
    ['completed', 'completed', 'cancelled', 'cancelled'],
    ['completed', 'completed', 'running', 'open'],
    ['failed', 'skipped', 'pending', 'open'],
  ])('of %s, %s and %s: %s', (a, b, c, outcome) => {
    const rows = { a: { status: a }, b: { status: b }, c: { status: c } };
    expect(advance(steps, rows).outcome).toBe(outcome);
  });

  it('is known in the evaluation that skips or times out the last step', () => {
    expect(advance(steps, { a: { status: 'cancelled' }, c: done }).outcome).toBe('cancelled');
    const late = { a: done, b: done, c: done };
    const waiting = chain('a b c<a', { c: { runIf: 'any_failed' } });
    expect(advance(waiting, { ...late, c: {} }).outcome).toBe('succeeded');
  });

  it('is open until ended attempts are settled', () => {
    expect(advance(steps, { a: done, b: done, c: { ...done, settled: false } }).outcome).toBe('open');
  });
});

describe('a requested cancellation', () => {
  const looping = chain('a b<a c', { a: { loop: loopTo('a') } });
  it('starts, skips, times out and repeats nothing', () => {
    const rows = { a: again, b: { dependencyDeadlineAt: at(-1) }, c: { retryAt: at(-1) } };
    expect(advance(looping, rows, { cancelRequested: true })).toEqual({
      release: [],
      skip: [],
      timeOut: [],
      newTurns: [],
      outcome: 'open',
    });
  });

  it.each<[Record<string, Partial<StepRow>>, string]>([
    [{ a: done, b: { status: 'cancelled' }, c: done }, 'cancelled'],
    [{ a: failed, b: { status: 'cancelled' }, c: done }, 'failed'],
    [{ a: again, b: done, c: done }, 'cancelled'],
    [{ a: done, b: done, c: done }, 'succeeded'],
    [{ a: done, b: done, c: running }, 'open'],
  ])('%j ends as %s', (rows, outcome) => {
    expect(advance(looping, rows, { cancelRequested: true }).outcome).toBe(outcome);
  });
});

describe('inconsistent rows', () => {
  const state = { graph: buildGraph(chain('a b')), now: at(0), cancelRequested: false };
  it('throw an error, because they are a bug', () => {
    expect(() => advanceContext({ ...state, rows: [row('a')] })).toThrow('Step "b" has no row');
    expect(() => advanceContext({ ...state, rows: [row('a'), row('b'), row('c')] })).toThrow('no step "c"');
  });
});

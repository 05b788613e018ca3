import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AttemptStatus } from '../../../src/domain/job/states.js';
import { buildGraph } from '../../../src/domain/pipeline/graph.js';
import type { PipelineStep } from '../../../src/domain/pipeline/pipeline.js';
import { advanceContext, type ContextActions, type StepRow } from '../../../src/domain/pipeline/readiness.js';
import { holds, pipeline } from './arbitraries.js';
import { at, row } from './rows.js';

const ENDS = ['completed', 'completed', 'failed', 'dead_letter', 'cancelled', 'retry'] as const;

/** What happens next: one of the running attempts ends, and how. */
const fate = fc.record({
  which: fc.nat(),
  end: fc.constantFrom(...ENDS),
  again: fc.boolean(),
  wait: fc.integer({ min: 0, max: 30 }),
  tick: fc.integer({ min: 0, max: 10 }),
});
type Fate = typeof fate extends fc.Arbitrary<infer T> ? T : never;

type Row = { -readonly [Key in keyof StepRow]: StepRow[Key] } & { timedOut?: boolean };

/** Executes one context as the engine would, and checks what it has to do. */
class Simulation {
  readonly graph;
  readonly current = new Map<string, Row>();
  clock = 0;
  #starts = new Map<string, number>();
  #retries = 0;

  constructor(readonly steps: PipelineStep[]) {
    this.graph = buildGraph(steps);
    for (const one of steps) this.#create(one, 0);
  }

  #create({ stepId, dependencyTimeout }: PipelineStep, turn: number) {
    const dependencyDeadlineAt = dependencyTimeout === null ? null : at(this.clock + dependencyTimeout);
    this.current.set(stepId, { ...row(stepId), id: `${stepId}.${turn}`, turn, dependencyDeadlineAt });
  }

  ask(): ContextActions {
    const rows = [...this.current.values()].map((one) => ({ ...one }));
    return advanceContext({ graph: this.graph, now: at(this.clock), cancelRequested: false, rows });
  }

  running(): Row[] {
    return [...this.current.values()].filter(({ released, settled }) => released && !settled);
  }

  /** Decides and applies until nothing is left to do at this instant. */
  advance(): ContextActions['outcome'] {
    for (;;) {
      const actions = this.ask();
      this.#obey(actions);
      if (actions.newTurns.length > 0) continue;
      const repeated = this.ask();
      expect(repeated).toEqual({
        release: [],
        skip: [],
        timeOut: [],
        newTurns: [],
        outcome: actions.outcome,
      });
      return actions.outcome;
    }
  }

  #obey({ release, skip, timeOut, newTurns }: ContextActions) {
    for (const { id } of skip) this.#end(this.#byId(id), 'skipped');
    for (const id of timeOut) {
      const late = this.#byId(id);
      expect(late.dependencyDeadlineAt?.getTime()).toBeLessThanOrEqual(at(this.clock).getTime());
      late.timedOut = true;
      this.#end(late, 'failed');
    }
    const places = release.map((id) =>
      this.steps.findIndex(({ stepId }) => stepId === this.#byId(id).stepId),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    for (const id of release) this.#start(this.#byId(id));
    // What a step of the ended turns saw of its dependencies does not change any more.
    for (const { stepId } of newTurns.flatMap(({ steps }) => steps)) this.evaluateAfterward(stepId);
    for (const { stepId, turn } of newTurns.flatMap(({ steps }) => steps)) {
      const before = this.current.get(stepId) as Row;
      expect(before.settled).toBe(true);
      expect(turn).toBeGreaterThan(before.turn);
      this.#create(this.graph.node(stepId).step, turn);
    }
  }

  #byId(id: string): Row {
    const found = [...this.current.values()].find((one) => one.id === id) as Row;
    // Only waiting steps can be started, skipped or given up.
    expect(found).toMatchObject({ status: 'pending', settled: false, released: false });
    return found;
  }

  #start(started: Row) {
    expect(started.retryAt === null || started.retryAt <= at(this.clock)).toBe(true);
    const starts = this.#starts.get(started.id) ?? 0;
    this.#starts.set(started.id, starts + 1);
    expect(starts).toBe(0);
    started.released = true;
    const busy = this.running();
    if (busy.some(({ stepId }) => !this.graph.node(stepId).step.parallel)) expect(busy).toEqual([started]);
  }

  finish({ which, end, again, wait }: Fate) {
    const busy = this.running();
    const one = busy[which % busy.length] as Row;
    if (end !== 'retry') return this.#end(one, end, again);
    this.#retries++;
    const [id, retryAt] = [`${one.id}r${this.#retries}`, at(this.clock + wait)];
    this.current.set(one.stepId, { ...one, id, status: 'pending', released: false, retryAt });
  }

  #end(one: Row, status: AttemptStatus, again = false) {
    Object.assign(one, { status, settled: true, result: { again } });
  }

  /** Time passes until something may happen without an end. */
  wait(): boolean {
    const times = [...this.current.values()].flatMap(({ settled, retryAt, dependencyDeadlineAt }) =>
      settled ? [] : [retryAt, dependencyDeadlineAt],
    );
    const later = times.flatMap((time) => (time && time > at(this.clock) ? time.getTime() : []));
    if (later.length === 0) return false;
    this.clock = Math.min(...later) - at(0).getTime();
    return true;
  }

  /** A step ran exactly if its dependencies satisfy `runIf`. */
  evaluateAfterward(stepId: string) {
    const { status, timedOut } = this.current.get(stepId) as Row;
    if (timedOut) return;
    const { runIf, dependsOn } = this.graph.node(stepId).step;
    const ends = dependsOn.map((id) => (this.current.get(id) as Row).status);
    expect(status !== 'skipped', `${stepId} ${status}, ${runIf} of ${ends}`).toBe(holds(runIf, ends));
  }

  /** A waiting step might still run and might still not, depending on the open ones. Without loops. */
  evaluateWaiting() {
    for (const { stepId, status, released } of this.current.values()) {
      if (status !== 'pending' || released) continue;
      const { runIf, dependsOn } = this.graph.node(stepId).step;
      const rows = dependsOn.map((id) => this.current.get(id) as Row);
      const outlooks = (['completed', 'failed', 'skipped'] as const).map((end) =>
        holds(
          runIf,
          rows.map((one) => (one.settled ? one.status : end)),
        ),
      );
      const isOpen = runIf === 'all_done' ? rows.some(({ settled }) => !settled) : new Set(outlooks).size > 1;
      expect(isOpen, `${stepId}, ${runIf} of ${rows.map((one) => one.status)}`).toBe(true);
    }
  }
}

it('any pipeline runs to its end, with each step once per turn and only when its condition holds', () => {
  const seen = { loops: 0, nested: 0, skips: 0, timeOuts: 0 };
  const property = fc.property(pipeline, fc.infiniteStream(fate), (steps, fates) => {
    const simulation = new Simulation(steps);
    let outcome = simulation.advance();
    for (let events = 0; outcome === 'open'; events++) {
      const next = fates.next().value as Fate;
      // After this many, no further permanent failures or repetitions are drawn.
      const calm = events > 200 ? { ...next, end: 'completed' as const } : next;
      if (simulation.running().length > 0) {
        simulation.clock += next.tick;
        simulation.finish(calm);
      } else expect(simulation.wait(), 'nothing runs and nothing will').toBe(true);
      outcome = simulation.advance();
    }
    const rows = [...simulation.current.values()];
    for (const { stepId, settled, turn } of rows) {
      simulation.evaluateAfterward(stepId);
      expect(settled).toBe(true);
      const turns = simulation.graph
        .node(stepId)
        .loops.reduce((product, { maxTurns }) => product * maxTurns, 1);
      expect(turn).toBeLessThan(turns);
    }
    const ends = new Set(rows.map(({ status }) => status));
    const isFailed = ends.has('failed') || ends.has('dead_letter');
    expect(outcome).toBe(isFailed ? 'failed' : ends.has('cancelled') ? 'cancelled' : 'succeeded');
    seen.loops += Number(rows.some(({ turn }) => turn > 0));
    seen.nested += Number(
      rows.some((one) => one.turn > 0 && simulation.graph.node(one.stepId).loops.length > 1),
    );
    seen.skips += Number(ends.has('skipped'));
    seen.timeOuts += Number(rows.some(({ timedOut }) => timedOut));
  });
  fc.assert(property, { numRuns: 400 });
  // The draws reach the intended cases.
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0);
});

it('without exclusive steps, everything that is decided starts or is skipped at once', () => {
  const property = fc.property(pipeline, fc.infiniteStream(fate), (drawn, fates) => {
    const plain = { parallel: true, dependencyTimeout: null, loop: null };
    const simulation = new Simulation(drawn.map((one) => ({ ...one, ...plain })));
    while (simulation.advance() === 'open') {
      simulation.evaluateWaiting();
      const next = fates.next().value as Fate;
      simulation.finish({ ...next, end: next.end === 'retry' ? 'failed' : next.end });
    }
  });
  fc.assert(property, { numRuns: 200 });
});

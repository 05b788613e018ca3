import type { Reporter, TestModule } from 'vitest/node';
import type {} from './invariants.js';

/** Prints, after the run, what each fault did: `fault, seed, calls, again, lost, repeated`. */
export default class FaultTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const lines = tests.map((test) => test.meta().fault).filter((line) => line !== undefined);
    if (lines.length > 0) console.table(lines);
  }
}

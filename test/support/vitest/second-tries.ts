import type { Reporter, TestCase } from 'vitest/node';

/** Lists the tests that passed only on a second try. Each shows a bug in the test or in the product. */
export default class SecondTries implements Reporter {
  readonly #found: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0)
      this.#found.push(`  ${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.#found.length > 0) console.log(`Passed only at the second try:\n${this.#found.join('\n')}\n`);
  }
}

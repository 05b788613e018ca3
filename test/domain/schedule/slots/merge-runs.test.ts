import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeRuns } from '../../../../src/domain/schedule/slots/merge-runs.js';
import type { PreviewedRun } from '../../../../src/domain/schedule/slots/preview-runs.js';

const runAt = (ms: number) => ({ at: new Date(ms), source: 'baseline-interval' }) as PreviewedRun;
const lane = fc.array(fc.nat(1_000), { maxLength: 20 }).map((times) => times.sort((a, b) => a - b));

it('returns the earliest runs of all lanes, and computes few more', () => {
  fc.assert(
    fc.property(
      fc.array(lane, { maxLength: 10 }),
      fc.integer({ min: 1, max: 30 }),
      fc.nat(50),
      (lanes, limit, slack) => {
        let workedOut = 0;
        function* runs(times: readonly number[]) {
          for (const time of times) {
            workedOut += 1;
            yield runAt(time);
          }
        }
        const merged: { key: number; run: PreviewedRun }[] = [];
        const all = lanes.flat().sort((a, b) => a - b);
        for (const one of mergeRuns(
          lanes.map((times, key) => ({ key, from: new Date((times[0] ?? 0) - slack), runs: runs(times) })),
        )) {
          merged.push(one);
          if (merged.length >= limit) break;
        }
        expect(merged.map(({ run }) => run.at.getTime())).toEqual(all.slice(0, limit));
        for (const [key, times] of lanes.entries()) {
          const own = merged.filter((one) => one.key === key).map(({ run }) => run.at.getTime());
          expect(own).toEqual(times.slice(0, own.length));
        }
        expect(workedOut).toBeLessThanOrEqual(merged.length + lanes.length);
      },
    ),
  );
});

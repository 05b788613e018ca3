import { expect } from 'vitest';
import type { Counts } from './counts.js';
import type { Measured } from './measure.js';

/** The most that one unit may cost. What is not named is not limited. */
export type Budget = Partial<Record<'statements' | 'commits' | 'walBytes' | 'written', number>>;

/** Inserted rows and new versions of rows: what PostgreSQL has to write and to clean up later. */
const written = ({ inserted, updated, deleted }: Counts) => inserted + updated + deleted;

/** Fails with all counts, and the most frequent statements. */
export function expectWithin(measured: Measured, budget: Budget): void {
  const costs = { ...measured.perUnit, written: written(measured.perUnit) };
  if (process.env.BUDGETS === 'print') console.log(expect.getState().currentTestName, describe(measured));
  for (const [name, most] of Object.entries(budget) as [keyof Budget, number][])
    expect(
      costs[name],
      `${name} of one unit, of which there was\n${describe(measured)}\n`,
    ).toBeLessThanOrEqual(most);
}

function describe({ perUnit, statements }: Measured): string {
  const counts = Object.entries(perUnit).map(([name, count]) => `${name} ${round(count)}`);
  const most = statements
    .filter(([, calls]) => calls > 0.001)
    .slice(0, 60)
    .map(([text, calls]) => `${round(calls).padStart(9)} × ${text.replace(/\s+/g, ' ').slice(0, 110)}`);
  return [`${counts.join(', ')}, written ${round(written(perUnit))}`, ...most].join('\n');
}

const round = (count: number) => String(Math.round(count * 1_000) / 1_000);

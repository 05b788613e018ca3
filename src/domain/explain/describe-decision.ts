import { readDecision } from '../schedule/governor/read-decision.js';

/**
 * Describes why the decision chose its time, or none: "every 10 minutes from …, moved by minInterval 1h". Empty if
 * the decision does not say.
 */
export function describeDecision(decision: unknown): string {
  const { candidates, clamps } = readDecision(decision);
  const winner = candidates.find(({ chosen }) => chosen) ?? candidates[0];
  if (!winner) return '';
  const moved = clamps.map(({ limit, from }) => `, moved from ${from.toISOString()} by ${limit}`);
  return [winner.reason, ...moved].join('');
}

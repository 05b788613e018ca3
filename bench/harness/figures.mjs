export const median = (numbers) => {
  const sorted = numbers.filter((number) => Number.isFinite(number)).sort((a, b) => a - b);
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2
    ? sorted[(sorted.length - 1) / 2]
    : (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
};

export const percentile = (numbers, share) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
};

/** Percentiles of delays in milliseconds. */
export const lateness = (numbers) => ({ p50: percentile(numbers, 0.5), p99: percentile(numbers, 0.99) });

/** CPU time per unit of work, in milliseconds by process. */
export const cpuPer = (units, before, after) =>
  Object.fromEntries(Object.keys(after).map((name) => [name, (after[name] - (before[name] ?? 0)) / units]));

/** Medians of what several rounds measured, by name. A value is a number, or again a record of numbers. */
export function medians(rounds) {
  const names = new Set(rounds.flatMap((round) => Object.keys(round)));
  return Object.fromEntries(
    [...names].map((name) => {
      const values = rounds.map((round) => round[name]).filter((value) => value !== undefined);
      return [name, typeof values[0] === 'object' ? medians(values) : median(values)];
    }),
  );
}

export function show(number) {
  if (number === undefined || !Number.isFinite(number)) return '–';
  const size = Math.abs(number);
  if (size >= 1_000) return Math.round(number).toLocaleString('en-US');
  if (size >= 100) return String(Math.round(number));
  return String(Number(number.toPrecision(size >= 10 ? 3 : 2)));
}

/**
 * ` Did you mean "ticker"?` when one of the known names is close to what was written, or starts with it.
 * Otherwise an empty string.
 */
export function didYouMean(written: string, known: Iterable<string>): string {
  const target = written.slice(0, 100).toLowerCase();
  let best: { name: string; distance: number } | undefined;
  let longer: string | undefined;
  for (const name of known) {
    const lower = name.toLowerCase();
    const distance = editDistance(target, lower);
    if (distance < (best?.distance ?? 1 + Math.max(1, Math.floor(target.length / 3))))
      best = { name, distance };
    if (target.length >= 3 && lower.startsWith(target)) longer ??= name;
  }
  const meant = best?.name ?? longer;
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}

/** Levenshtein distance, one row of the matrix at a time. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** One of `items`, the likelier the greater its weight. @param at position in the weights, in [0, 1) */
export function weighted<T>(items: readonly T[], weightOf: (item: T) => number, at: number): T | undefined {
  let left = at * items.reduce((sum, item) => sum + weightOf(item), 0);
  for (const item of items) {
    left -= weightOf(item);
    if (left < 0) return item;
  }
  return items.at(-1);
}

/**
 * For how long looks at the database have followed each other without a gap. What was not heard of in a gap proves nothing: while
 * the database was away or nothing ran here, nobody could write there either.
 *
 * @param gapMs between two looks, at most
 * @returns to be called at each look, with the database's clock; milliseconds since the first look without a gap
 */
export function createUnbrokenWatch(gapMs: number): (now: Date) => number {
  let since: number | undefined;
  let last = 0;
  return (now) => {
    const at = now.getTime();
    if (since === undefined || at < last || at - last > gapMs) since = at;
    last = at;
    return at - since;
  };
}

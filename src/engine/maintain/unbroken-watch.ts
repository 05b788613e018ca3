/**
 * Measures for how long checks of the database have followed each other without a gap. During a gap, missing
 * heartbeats prove nothing, because agents could not write either while the database was unavailable.
 *
 * @param gapMs the longest time between two checks that does not count as a gap
 * @returns a function to call at each check with the database's time; it returns milliseconds since the last
 * gap
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

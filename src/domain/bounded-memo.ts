/**
 * Remembers the results of a pure function for the last `capacity` distinct keys, dropping the oldest.
 * Callers see only the function; what they pass stays the sole input, so purity is kept.
 */
export function boundedMemo<Value>(
  capacity: number,
  compute: (key: string) => Value,
): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const hit = known.get(key);
    if (hit !== undefined) return hit;
    const value = compute(key);
    if (known.size >= capacity) known.delete(known.keys().next().value as string);
    known.set(key, value);
    return value;
  };
}

type Places = ReadonlyMap<string, { x: number; y: number }>;

/** The box that an arrow key moves to: the nearest in that direction, with sideways distance counted double. */
export function nearest(
  places: Places,
  from: string,
  direction: 'right' | 'left' | 'down' | 'up',
): string | undefined {
  const here = places.get(from);
  if (!here) return undefined;
  const isSideways = direction === 'right' || direction === 'left';
  const sign = direction === 'right' || direction === 'down' ? 1 : -1;
  const reachable = [...places].flatMap(([id, { x, y }]) => {
    const ahead = (isSideways ? x - here.x : y - here.y) * sign;
    const aside = Math.abs(isSideways ? y - here.y : x - here.x);
    return ahead > 0 ? [{ id, distance: ahead + aside * 2 }] : [];
  });
  return reachable.sort((a, b) => a.distance - b.distance)[0]?.id;
}

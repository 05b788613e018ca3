/** The mark that an arrow key moves to, by position on the screen. Undefined for other keys. */
export function stepFrom(plot: Element, from: Element, key: string): SVGAElement | undefined {
  const current = from.closest('[data-mark]');
  const lane = current?.closest('[data-lane]');
  if (!current || !lane) return undefined;
  const own = marksIn(lane);
  const place = own.indexOf(current as SVGAElement);
  if (key === 'ArrowRight') return own[place + 1];
  if (key === 'ArrowLeft') return own[place - 1];
  if (key === 'Home') return own[0];
  if (key === 'End') return own.at(-1);
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const lanes = [...plot.querySelectorAll('[data-lane]')].filter((each) => marksIn(each).length > 0);
  const next = lanes[lanes.indexOf(lane) + (key === 'ArrowDown' ? 1 : -1)];
  return next && nearest(marksIn(next), middleOf(current));
}

function marksIn(lane: Element): SVGAElement[] {
  return [...lane.querySelectorAll<SVGAElement>('[data-mark]')];
}

function nearest(marks: readonly SVGAElement[], x: number): SVGAElement | undefined {
  const distance = (mark: Element) => Math.abs(middleOf(mark) - x);
  return marks.reduce<SVGAElement | undefined>(
    (best, mark) => (best === undefined || distance(mark) < distance(best) ? mark : best),
    undefined,
  );
}

function middleOf(mark: Element): number {
  const { left, width } = (mark.querySelector('.shape') ?? mark).getBoundingClientRect();
  return left + width / 2;
}

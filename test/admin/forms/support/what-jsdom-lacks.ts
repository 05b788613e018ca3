/**
 * The parts of a browser that jsdom lacks and the admin needs. There is no layout, so everything has the size 0
 * and nothing is hidden by styles.
 */
import { configure } from '@testing-library/react';

// Finding out what is hidden takes longer than everything else. A page may wait for a busy server.
configure({ defaultHidden: true, asyncUtilTimeout: 20_000 });

const WIDTH = 1_280;

function matches(query: string): boolean {
  const [, bound, px] = /\((min|max)-width: (\d+)px\)/.exec(query) ?? [];
  if (bound === 'min') return WIDTH >= Number(px);
  if (bound === 'max') return WIDTH <= Number(px);
  return query.includes('prefers-reduced-motion');
}

Object.assign(globalThis, {
  matchMedia: (query: string) => ({
    matches: matches(query),
    addEventListener() {},
    removeEventListener() {},
  }),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
  CSS: { escape: (name: string) => name.replace(/[^\w-]/g, '\\$&') },
});
window.scrollTo = () => {};
Element.prototype.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

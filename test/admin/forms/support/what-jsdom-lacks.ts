/**
 * The parts of a browser that jsdom lacks and the admin needs. There is no layout, so everything has the size 0
 * and nothing is hidden by styles.
 */
import { configure } from '@testing-library/react';

// Finding out what is hidden takes longer than everything else. A page may wait for a busy server. Each look at a page
// that does not show something yet would print the page into an error; a test can call `screen.debug()`.
configure({
  defaultHidden: true,
  asyncUtilTimeout: 20_000,
  getElementError: (message) =>
    Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
});

// React notes the stack of each element that it creates, and Vitest wants a hundred calls of it.
Error.stackTraceLimit = 20;

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

const LABELABLE = 'button, input:not([type=hidden]), meter, output, progress, select, textarea';

// To find the labels of one field, jsdom looks through the whole page once for each label.
for (const { prototype } of [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement])
  Object.defineProperty(prototype, 'labels', { get: labelsOf });

function labelsOf(this: HTMLElement): HTMLLabelElement[] | null {
  if (this instanceof HTMLInputElement && this.type === 'hidden') return null;
  return [...document.getElementsByTagName('label')].filter((label) => isLabelOf(label, this));
}

/** What is cheap comes first: a page has many pairs of a label and a field, and few belong together. */
function isLabelOf(label: HTMLLabelElement, field: HTMLElement): boolean {
  if (label.hasAttribute('for'))
    return label.htmlFor === field.id && document.getElementById(field.id) === field;
  return label.contains(field) && label.querySelector(LABELABLE) === field;
}

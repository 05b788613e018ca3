import { createElement, Fragment, type ReactNode } from 'react';

/** A sentence that contains elements: ``phrase`Changed ${time} by ${who}.` ``. */
export function phrase(words: TemplateStringsArray, ...elements: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...words.flatMap((each, index) => [each, elements[index]]));
}

import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './keyset.js';

/** Descriptions of the fields and arguments that the Relay plugin adds to every list. */
export const PAGE_TEXTS = {
  pageInfoTypeOptions: { description: 'Position of a page in its list.' },
  hasNextPageFieldOptions: { description: 'Whether items follow this page.' },
  hasPreviousPageFieldOptions: { description: 'Whether items precede this page.' },
  startCursorFieldOptions: {
    description: 'Cursor of the first item of the page. Null if the page is empty.',
  },
  endCursorFieldOptions: { description: 'Cursor of the last item of the page. Null if the page is empty.' },
  edgesFieldOptions: { description: 'Items of the page, each with its cursor.' },
  pageInfoFieldOptions: { description: 'Position of the page in the list.' },
  cursorFieldOptions: { description: 'Cursor of the item, for `after` and `before`.' },
  nodeFieldOptions: { description: 'The item.' },
  firstArgOptions: {
    description: `Number of items to return from the start, from 0 to ${MAX_PAGE_SIZE}. Defaults to ${DEFAULT_PAGE_SIZE}, unless \`last\` is given.`,
  },
  lastArgOptions: { description: `Number of items to return from the end, from 0 to ${MAX_PAGE_SIZE}.` },
  afterArgOptions: { description: 'Returns items after this cursor.' },
  beforeArgOptions: { description: 'Returns items before this cursor.' },
} as const;

/** Completions in the `filter={…}` of a data source: columns, operators and values. */
import type { JsonCompletions } from '../../../../components/code/json-editor.js';
import { texts } from '../../texts/form.js';
import { placeAt } from './json-cursor.js';

const t = texts.completion;

/** A quote in a text that is itself inside JSON. */
const QUOTE = '\\"';

interface Column {
  name: string;
  type: string;
}

/** The option at the cursor, of those after the `?`. For a filter, its unfinished JSON. */
export function lastOption(query: string): { isFilter: boolean; text: string } {
  let rest = query;
  for (;;) {
    const filter = /(?:^|&)filter=(?=\{)/.exec(rest);
    if (!filter) return { isFilter: false, text: rest.split('&').at(-1) ?? '' };
    const json = rest.slice(filter.index + filter[0].length);
    const end = endOfObject(json);
    if (end === undefined) return { isFilter: true, text: json };
    rest = json.slice(end);
  }
}

/** The position after the closing brace. Undefined if it has not been typed. */
function endOfObject(json: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of json.matchAll(/\\"(?:(?!\\").)*\\"|[{}]/g)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return undefined;
}

/** What a value begins with after these operators. */
const STARTS: Readonly<Record<string, string>> = {
  $and: '[{',
  $or: '[{',
  $not: '{',
  $in: '[',
  $nin: '[',
  $like: QUOTE,
  $ilike: QUOTE,
};

/** What is typed of a name or value, in quotes or not. */
const WORD = /^[\w$]*$/;

/**
 * @param raw from the filter's `{` to the cursor, with its quotes escaped
 * @returns the completions, and where in `raw` the completed part begins
 */
export function completeFilter(raw: string, columns: readonly Column[]): JsonCompletions {
  // A trailing backslash is the first half of an escaped quote.
  const whole = raw.replace(/\\$/, '');
  const json = whole.replaceAll(QUOTE, '"');
  const { path, role, open } = placeAt(json, json.length);
  const typed = open ?? /[\w$]*$/.exec(json)?.[0] ?? '';
  const from = whole.length - typed.length;
  const column = columns.find(({ name }) => path.includes(name));
  const named = (name: string, value: string) => `${open === undefined ? QUOTE : ''}${name}${QUOTE}:${value}`;
  const operators = (details: Readonly<Record<string, string>>) =>
    Object.entries(details).map(([label, detail]) => ({
      label,
      detail,
      apply: named(label, STARTS[label] ?? ''),
    }));
  if (role === 'name') {
    const names = columns.map(({ name, type }) => ({ label: name, detail: type, apply: named(name, '') }));
    return {
      from,
      options: column ? operators(t.ofColumns) : [...names, ...operators(t.ofRows)],
      validFor: WORD,
    };
  }
  const last = path.at(-1) ?? '';
  if (open !== undefined || !column) return { from, options: [], validFor: WORD };
  const isPlain = last === column.name;
  const isFlag = last === '$null' || column.type === 'boolean';
  return {
    from,
    validFor: WORD,
    options: [
      ...(isFlag ? [{ label: 'true' }, { label: 'false' }] : []),
      ...(isPlain
        ? [
            { label: 'null', detail: 'null' },
            { label: '{', detail: t.comparison, apply: '{' },
          ]
        : []),
      ...(isFlag ? [] : [{ label: QUOTE, detail: column.type, apply: QUOTE }]),
    ],
  };
}

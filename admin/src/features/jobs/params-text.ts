/**
 * The distinguishing params of a job on one line: those that differ from the template, where data
 * sources were. If none differ, all params.
 */
export function paramsText(params: unknown, template?: unknown): string {
  const all = entriesOf(params);
  const given = new Map(entriesOf(template));
  const own = all.filter(([path, value]) => !given.has(path) || given.get(path) !== value);
  const shown = own.length > 0 ? own : all;
  const [only] = shown;
  if (shown.length === 1 && only && own.length === 1) return only[1];
  return shown.map(([path, value]) => `${path}: ${value}`).join(', ');
}

const MAX_ENTRIES = 8;
const MAX_DEPTH = 4;

/** Leaf values with their paths, such as `list[0].id`. Strings have no quotes. */
function entriesOf(value: unknown): [path: string, text: string][] {
  const found: [string, string][] = [];
  visit(value, '', 0);
  return found;

  function visit(at: unknown, path: string, depth: number): void {
    if (found.length >= MAX_ENTRIES) return;
    if (typeof at !== 'object' || at === null || depth === MAX_DEPTH) {
      if (path !== '') found.push([path, typeof at === 'string' ? at : (JSON.stringify(at) ?? '')]);
      return;
    }
    for (const [key, inner] of Object.entries(at)) {
      visit(inner, Array.isArray(at) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`, depth + 1);
    }
  }
}

/**
 * What `helm template` prints, for the part of the template language that our chart uses. Unlike Helm it fails when a
 * field does not exist, so that a misspelled value is found.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';

type Value = unknown;
interface Scope {
  dot: Value;
  variables: Map<string, Value>;
}
type Node = (scope: Scope) => string;
type Expression = (scope: Scope) => Value;

export interface Rendered {
  /** Kubernetes objects, in the order of the files. */
  objects: Record<string, unknown>[];
  notes: string;
}

/** @param values that replace those of values.yaml, as with `--values` */
export async function renderChart(folder: string, values: Record<string, unknown> = {}): Promise<Rendered> {
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  const chart = parse(await read('Chart.yaml'));
  const dot = {
    Values: merge(parse(await read('values.yaml')), values),
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
    Release: { Name: 'release', Namespace: 'apps', Service: 'Helm' },
  };
  const files = (await readdir(join(folder, 'templates'))).sort();
  const defined = new Map<string, Node>();
  const texts = new Map<string, string>();
  // Helpers begin with _ and therefore sort before lower-case names.
  for (const file of files.sort((a, b) => Number(b.startsWith('_')) - Number(a.startsWith('_'))))
    texts.set(file, parseTemplate(await read(`templates/${file}`), defined)(rootScope(dot)));
  const manifests = [...texts].filter(([file]) => file.endsWith('.yaml')).map(([, text]) => text);
  const documents = manifests.flatMap((text) => {
    const parsed = parseAllDocuments(text);
    for (const { errors } of parsed) if (errors[0]) throw new Error(`${errors[0].message}\n${text}`);
    return parsed.map((document) => document.toJS());
  });
  return { objects: documents.filter((found) => found !== null), notes: texts.get('NOTES.txt') ?? '' };
}

export function merge(base: Value, over: Value): Value {
  if (!isMap(base) || !isMap(over)) return over;
  const merged = { ...base };
  for (const [key, value] of Object.entries(over))
    merged[key] = key in base ? merge(base[key], value) : value;
  return merged;
}

const isMap = (value: Value): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const rootScope = (dot: Value): Scope => ({ dot, variables: new Map([['$', dot]]) });
const isEmpty = (value: Value) => !value || (typeof value === 'object' && Object.keys(value).length === 0);
const print = (value: Value) => (value === null || value === undefined ? '' : String(value));

function parseTemplate(text: string, defined: Map<string, Node>): Node {
  const parts: (string | { action: string })[] = [];
  let end = 0;
  let trimNext = false;
  const push = (plain: string, trimEnd: boolean) => {
    const started = trimNext ? plain.trimStart() : plain;
    parts.push(trimEnd ? started.trimEnd() : started);
  };
  for (const match of text.matchAll(/\{\{(-(?=\s))?\s*(\/\*.*?\*\/|.*?)\s*((?<=\s)-)?\}\}/gs)) {
    push(text.slice(end, match.index), match[1] !== undefined);
    if (!match[2]?.startsWith('/*')) parts.push({ action: (match[2] ?? '').trim() });
    trimNext = match[3] !== undefined;
    end = match.index + match[0].length;
  }
  push(text.slice(end), false);
  const { node, stoppedAt } = parseBlock(parts, 0, defined);
  if (stoppedAt < parts.length) throw new Error('an end too many');
  return node;
}

/** Up to the `else` or `end` that belongs to the block. */
function parseBlock(
  parts: (string | { action: string })[],
  start: number,
  defined: Map<string, Node>,
): { node: Node; stoppedAt: number } {
  const nodes: Node[] = [];
  let at = start;
  for (; at < parts.length; at += 1) {
    const part = parts[at];
    if (part === undefined) break;
    if (typeof part === 'string') nodes.push(() => part);
    else if (/^(else|end)\b/.test(part.action)) break;
    else if (/^(if|with|range|define)\b/.test(part.action)) {
      const block = parseControl(part.action, parts, at, defined);
      nodes.push(block.node);
      at = block.stoppedAt;
    } else nodes.push(parseAction(part.action, defined));
  }
  return { node: (scope) => nodes.map((node) => node(scope)).join(''), stoppedAt: at };
}

function parseControl(
  action: string,
  parts: (string | { action: string })[],
  at: number,
  defined: Map<string, Node>,
): { node: Node; stoppedAt: number } {
  const [, keyword = '', rest = ''] = /^(\w+)\s+(.*)$/s.exec(action) ?? [];
  const body = parseBlock(parts, at + 1, defined);
  const stop = parts[body.stoppedAt];
  if (typeof stop !== 'object') throw new Error(`no end of ${action}`);
  const hasElse = stop.action === 'else';
  if (!hasElse && stop.action !== 'end') throw new Error(`not supported: ${stop.action}`);
  const otherwise = hasElse
    ? parseBlock(parts, body.stoppedAt + 1, defined)
    : { node: () => '', stoppedAt: body.stoppedAt };
  const inner = (scope: Scope, dot: Value, own: [string, Value][] = []): Scope => ({
    dot,
    variables: new Map([...scope.variables, ...own]),
  });
  const stoppedAt = otherwise.stoppedAt;
  if (keyword === 'define') {
    defined.set(JSON.parse(rest), body.node);
    return { node: () => '', stoppedAt };
  }
  if (keyword === 'range') return { node: parseRange(rest, body.node, inner, defined), stoppedAt };
  const condition = parseExpression(rest, defined);
  return {
    node(scope) {
      const value = condition(scope);
      if (isEmpty(value)) return otherwise.node(inner(scope, scope.dot));
      return body.node(inner(scope, keyword === 'with' ? value : scope.dot));
    },
    stoppedAt,
  };
}

function parseRange(
  text: string,
  body: Node,
  inner: (scope: Scope, dot: Value, own: [string, Value][]) => Scope,
  defined: Map<string, Node>,
): Node {
  const [, first, second, source = ''] = /^(?:(\$\w+)(?:,\s*(\$\w+))?\s*:=\s*)?(.*)$/s.exec(text) ?? [];
  const items = parseExpression(source, defined);
  return (scope) => {
    const value = items(scope);
    const entries: [Value, Value][] = Array.isArray(value)
      ? [...value.entries()]
      : Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1));
    return entries
      .map(([key, item]) => {
        const own: [string, Value][] = second
          ? [
              [first ?? '', key],
              [second, item],
            ]
          : [[first ?? '', item]];
        return body(inner(scope, item, own));
      })
      .join('');
  };
}

function parseAction(action: string, defined: Map<string, Node>): Node {
  const [, name, source] = /^(\$\w+)\s*:=\s*(.*)$/s.exec(action) ?? [];
  const expression = parseExpression(source ?? action, defined);
  return (scope) => {
    const value = expression(scope);
    if (name === undefined) return print(value);
    scope.variables.set(name, value);
    return '';
  };
}

/** `value`, `function argument…`, with `( )` and `|`. */
function parseExpression(text: string, defined: Map<string, Node>): Expression {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[()|]|[^\s()|"]+/g) ?? [];
  let at = 0;
  const operand = (): Expression => {
    const token = tokens[at] ?? '';
    at += 1;
    if (token === '(') {
      const inside = pipeline();
      if (tokens[at] !== ')') throw new Error(`no ) in ${text}`);
      at += 1;
      return inside;
    }
    if (token.startsWith('"')) return () => JSON.parse(token);
    if (/^-?\d+$/.test(token)) return () => Number(token);
    if (token === 'true' || token === 'false') return () => token === 'true';
    if (/^[.$]/.test(token)) return (scope) => lookUp(token, scope);
    throw new Error(`not understood: ${token} in ${text}`);
  };
  const command = (): { call: (scope: Scope, last: Value[]) => Value } => {
    const name = tokens[at] ?? '';
    if (!/^[a-zA-Z]\w*$/.test(name) || name === 'true' || name === 'false') {
      const value = operand();
      return { call: value };
    }
    at += 1;
    const operands: Expression[] = [];
    while (at < tokens.length && tokens[at] !== '|' && tokens[at] !== ')') operands.push(operand());
    return {
      call: (scope, last) => call(name, [...operands.map((value) => value(scope)), ...last], defined),
    };
  };
  const pipeline = (): Expression => {
    const commands = [command()];
    while (tokens[at] === '|') {
      at += 1;
      commands.push(command());
    }
    return (scope) => commands.reduce<Value[]>((last, { call: run }) => [run(scope, last)], []).at(0);
  };
  const whole = pipeline();
  if (at < tokens.length) throw new Error(`not understood: ${text}`);
  return whole;
}

function lookUp(token: string, { dot, variables }: Scope): Value {
  const [variable = '', ...path] = token.split('.');
  let value = variable === '' ? dot : variables.get(variable);
  if (variable !== '' && !variables.has(variable)) throw new Error(`no variable ${variable}`);
  for (const name of path.filter((part) => part !== '')) {
    if (!isMap(value) || !(name in value)) throw new Error(`${token}: there is no ${name}`);
    value = value[name];
  }
  return value;
}

const FUNCTIONS: Record<string, (...values: Value[]) => Value> = {
  default: (fallback, value) => (isEmpty(value) ? fallback : value),
  quote: (value) => JSON.stringify(print(value)),
  printf: (format, ...values) => print(format).replace(/%[sv]/g, () => print(values.shift())),
  nindent: (columns, text) => `\n${print(text).replace(/^/gm, ' '.repeat(Number(columns)))}`,
  toYaml: (value) => stringify(value).trimEnd(),
  list: (...values) => values,
  not: isEmpty,
  contains: (part, text) => print(text).includes(print(part)),
  trunc: (length, text) => print(text).slice(0, Number(length)),
  trimSuffix: (suffix, text) => {
    const [end, whole] = [print(suffix), print(text)];
    return whole.endsWith(end) ? whole.slice(0, -end.length) : whole;
  },
  required(message, value) {
    if (isEmpty(value)) throw new Error(print(message));
    return value;
  },
};

function call(name: string, values: Value[], defined: Map<string, Node>): Value {
  if (name === 'include') {
    const template = defined.get(print(values[0]));
    if (template === undefined) throw new Error(`no template ${values[0]}`);
    return template(rootScope(values[1]));
  }
  const run = FUNCTIONS[name];
  if (run === undefined) throw new Error(`no function ${name}`);
  return run(...values);
}

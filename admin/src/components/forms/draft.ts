/**
 * Describes the draft of a form field by field. Values are texts as typed, which may not be valid
 * yet. The description gives the empty draft, the draft of a stored row, the input of the mutation
 * and the binding of each control.
 */

import type { ActionError, Issue } from '../../lib/graphql/use-action.js';
import { writeDuration } from '../../lib/text/duration-text.js';
import { parseJsonText } from '../code/json-editor.js';
import type { RetryDraft } from './retry-draft.js';

/** Reports why a value cannot be sent. `below` is the place within the field, if it has several. */
type Refuse = (message: string, below?: string) => null;

export interface DraftField<Value> {
  /** Value in a new draft. */
  empty: Value;
  /** Path in the row and in the input, with dots. Defaults to the field's name. */
  path?: string;
  /** Converts the stored value to the form. Each field knows its own type. */
  show(stored: unknown): Value;
  /** Whether it is never shown. If left empty, the stored value is kept. */
  isSecret?: boolean;
  /** Converts the value for the mutation. Undefined sends nothing. The server reports all other problems. */
  send(value: Value, refuse: Refuse): unknown;
}

export type DraftFields = Readonly<Record<string, DraftField<unknown>>>;
export type DraftOf<Fields extends DraftFields> = { [Name in keyof Fields]: Fields[Name]['empty'] };

interface FieldOptions {
  path?: string;
  /** Value in a new draft. Defaults to an empty text. */
  empty?: string;
  /** What is sent for an empty text. Defaults to null. */
  otherwise?: unknown;
}

const field = <Value, Stored>(
  empty: Value,
  path: string | undefined,
  show: (stored: Stored) => Value,
  send: (value: Value, refuse: Refuse) => unknown,
): DraftField<Value> => ({ empty, show, send, ...(path && { path }) });

export const text = ({ path, empty = '', otherwise = null }: FieldOptions = {}) =>
  field(
    empty,
    path,
    (stored: string | null | undefined) => stored ?? '',
    (value) => value.trim() || otherwise,
  );

/** A few words in one text, separated by commas. */
export const words = ({ path }: Pick<FieldOptions, 'path'> = {}) =>
  field('', path, (stored: readonly string[] | null | undefined) => (stored ?? []).join(', '), readWords);

/** The words of a text in which commas separate them. */
export function readWords(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

export const duration = ({ path, empty = '' }: FieldOptions = {}) =>
  field(empty, path, showDuration, (value) => value.trim() || null);

export const whole = ({ path, empty = '', otherwise = null }: FieldOptions = {}) =>
  field(
    empty,
    path,
    (stored: number | null | undefined) => (stored == null ? '' : String(stored)),
    (value, refuse) => readWhole(value, refuse) ?? otherwise,
  );

export const json = ({ path, empty = '', otherwise = null }: FieldOptions = {}) =>
  field(
    empty,
    path,
    (stored: unknown) => (stored == null ? '' : JSON.stringify(stored, null, 2)),
    (value, refuse) => {
      const read = parseJsonText(value);
      return read.kind === 'ok' ? (read.value ?? otherwise) : refuse(read.message);
    },
  );

/** A choice of a few options, or a switch. */
export const choice = <Value>(empty: Value, path?: string) =>
  field(
    empty,
    path,
    (stored: Value | null | undefined) => stored ?? empty,
    (value) => (value === '' ? null : value),
  );

/** @param isExact whether spaces around it belong to it */
export const secret = ({ isExact = false } = {}): DraftField<string> => ({
  empty: '',
  isSecret: true,
  show: () => '',
  send: (value) => (isExact ? value : value.trim()) || undefined,
});

interface StoredRetry extends Pick<RetryDraft, 'backoff'> {
  maxRetries: number;
  delay: number;
  maxDelay: number | null;
  jitter: RetryDraft['jitter'] | null;
}

/** Null means that inherited settings apply. */
export const retries = (path: string) =>
  field<RetryDraft | null, StoredRetry | null | undefined>(
    null,
    path,
    (stored) => (stored ? showRetry(stored) : null),
    (retry, refuse) =>
      retry && {
        maxRetries: readWhole(retry.maxRetries, (message) => refuse(message, 'maxRetries')) ?? 0,
        backoff: retry.backoff,
        delay: retry.delay.trim(),
        ...(retry.maxDelay.trim() && { maxDelay: retry.maxDelay.trim() }),
        ...(retry.jitter !== 'NONE' && { jitter: retry.jitter }),
      },
  );

export function showRetry({ maxRetries, backoff, delay, maxDelay, jitter }: StoredRetry): RetryDraft {
  return {
    maxRetries: String(maxRetries),
    backoff,
    delay: showDuration(delay),
    maxDelay: showDuration(maxDelay),
    jitter: jitter ?? 'NONE',
  };
}

function showDuration(ms: number | null | undefined): string {
  return ms == null ? '' : writeDuration(ms);
}

function readWhole(value: string, refuse: Refuse): number | null {
  if (value.trim() === '') return null;
  const read = Number(value);
  if (!Number.isInteger(read)) return refuse('must be a whole number');
  return Math.abs(read) < 2 ** 31 ? read : refuse('must be a 32-bit integer');
}

export function emptyDraft<Fields extends DraftFields>(fields: Fields): DraftOf<Fields> {
  return mapFields(fields, ({ empty }) => empty);
}

export function showDraft<Fields extends DraftFields>(fields: Fields, row: object): DraftOf<Fields> {
  return mapFields(fields, ({ show }, path) => show(valueAt(row, path)));
}

/** The value at a path with dots. Undefined if there is none. */
export function valueAt(row: object | undefined, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], row);
}

function mapFields<Fields extends DraftFields>(
  fields: Fields,
  convert: (field: DraftField<unknown>, path: string) => unknown,
): DraftOf<Fields> {
  const entries = Object.entries(fields).map(([name, each]) => [name, convert(each, each.path ?? name)]);
  return Object.fromEntries(entries) as DraftOf<Fields>;
}

/** The input that a draft gives, and the problems that prevent sending it. Missing values are empty. */
export function sendDraft<Input>(
  fields: DraftFields,
  draft: object,
): { input: Input; issues: Issue[]; refuse: (path: string, message: string) => null } {
  const issues: Issue[] = [];
  const input: Record<string, unknown> = {};
  const refuse = (path: string, message: string) => {
    issues.push({ path: path.split('.'), message });
    return null;
  };
  for (const [name, { path = name, empty, send }] of Object.entries(fields)) {
    const value = send((draft as Record<string, unknown>)[name] ?? empty, (message, below) =>
      refuse(below ? `${path}.${below}` : path, message),
    );
    if (value !== undefined) setAt(input, path.split('.'), value);
  }
  return { input: input as Input, issues, refuse };
}

/** The refusal of a draft that cannot be sent. Undefined if there are no issues. */
export function refusalOf(issues: readonly Issue[]): ActionError | undefined {
  if (issues.length === 0) return undefined;
  return { code: 'VALIDATION', message: 'Fix the problems below, then try again.', issues };
}

function setAt(input: Record<string, unknown>, [name = '', ...below]: string[], value: unknown): void {
  if (below.length === 0) input[name] = value;
  else {
    const inner = (input[name] ?? {}) as Record<string, unknown>;
    input[name] = inner;
    setAt(inner, below, value);
  }
}

/** The fields of `now` that differ from `before`. */
export function changesOf<Input extends object>(before: object, now: Input): Partial<Input> {
  const entries = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify((before as Record<string, unknown>)[name]),
  );
  return Object.fromEntries(entries) as Partial<Input>;
}

/**
 * The issues of a refusal whose fields have not changed since. Undefined if there are none.
 *
 * @param together fields that are checked together: a change of one may mend an issue of another
 */
export function stillWrong(
  error: ActionError,
  sent: object,
  now: object,
  together: readonly (readonly string[])[] = [],
): ActionError | undefined {
  const changed = changesOf(sent, now);
  const issues = error.issues.filter(({ path: [field = ''] }) => {
    const fields = together.find((group) => group.includes(field)) ?? [field];
    return !fields.some((each) => each in changed);
  });
  return issues.length === 0 && error.issues.length > 0 ? undefined : { ...error, issues };
}

type TextNames<Draft> = {
  [Name in keyof Draft]: Draft[Name] extends string ? Name : never;
}[keyof Draft] &
  string;

/** Binds controls to texts of the draft: `<TextField label="Name" {...bind('name')} />`. */
export function bindTo<Draft>(
  draft: Draft,
  change: (changed: Partial<Draft>) => void,
  pathOf: (name: TextNames<Draft>) => string = (name) => name,
) {
  return (name: TextNames<Draft>) => ({
    path: pathOf(name),
    value: draft[name] as string,
    onValue: (value: string) => change({ [name]: value } as Partial<Draft>),
  });
}

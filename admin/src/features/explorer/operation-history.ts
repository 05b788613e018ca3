import { Kind, parse, print, visit } from 'graphql';

const KEY = 'callboard.explorer';
const MOST = 20;

/** The latest operations of this browser, newest first. */
export function readHistory(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((item) => typeof item === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Keeps an operation without its variables and without the texts in a mutation, because these may be secrets. */
export function remember(document: string): readonly string[] {
  const kept = withoutSecrets(document);
  if (kept === undefined) return readHistory();
  const history = [kept, ...readHistory().filter((each) => each !== kept)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(history));
  } catch {
    // The browser stores nothing, or its storage is full.
  }
  return history;
}

export function forgetHistory(): readonly string[] {
  localStorage.removeItem(KEY);
  return [];
}

/** Undefined if the text cannot be parsed, because it might contain secrets anywhere. */
function withoutSecrets(text: string): string | undefined {
  try {
    const document = parse(text);
    const changes = document.definitions.some(
      (each) => each.kind === Kind.OPERATION_DEFINITION && each.operation === 'mutation',
    );
    // Printing drops comments, which may contain secrets too.
    if (!changes) return print(document);
    return print(visit(document, { StringValue: (node) => ({ ...node, value: '', block: false }) }));
  } catch {
    return undefined;
  }
}

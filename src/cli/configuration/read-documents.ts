/** Reads configuration files as documents, with positions, so that errors can name a line. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer as readAll } from 'node:stream/consumers';
import {
  type Document,
  isMap,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  type Scalar,
  visit,
} from 'yaml';
import { usageError } from '../cli-error.js';

export interface FileDocument {
  /** The name of the file as given; `-` is standard input. */
  file: string;
  /** The folder to which paths in the document are relative. */
  folder: string;
  value: unknown;
  /** `file:line:column` of a place in the document, or of the nearest enclosing one. */
  placeOf(path: readonly string[]): string;
}

/**
 * The documents of files and of the YAML files in folders, in the order of their names.
 * @throws CliError for anything that is not YAML
 */
export async function readDocuments(paths: readonly string[]): Promise<FileDocument[]> {
  const documents: FileDocument[] = [];
  const problems: string[] = [];
  for (const path of paths) {
    for (const file of await filesAt(path)) {
      const read = readText(file, await textOf(file));
      documents.push(...read.documents);
      problems.push(...read.problems);
    }
  }
  if (problems.length > 0) throw usageError(problems.join('\n'));
  // With --prune, a wrong path would delete everything.
  if (documents.length === 0) throw usageError(`there is no document in ${paths.join(', ')}`);
  return documents;
}

async function filesAt(path: string): Promise<string[]> {
  if (path === '-') return [path];
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${path} cannot be read (${error.code})`);
  });
  if (!found.isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  const files = names.filter((name) => /\.ya?ml$/.test(name)).sort();
  return files.map((name) => join(path, name));
}

async function textOf(file: string): Promise<string> {
  const read = file === '-' ? readAll(process.stdin) : readFile(file);
  const bytes = await read.catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${file} cannot be read (${error.code})`);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw usageError(`${file} is not UTF-8`);
  }
}

/** Values that JSON cannot represent are errors, because they would be stored as something else. */
const STRICT = { prettyErrors: false, stringKeys: true, resolveKnownTags: false } as const;

function readText(file: string, text: string): { documents: FileDocument[]; problems: string[] } {
  const lines = new LineCounter();
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const parsed: Document[] = [...parseAllDocuments(text, { ...STRICT, lineCounter: lines })];
  const problems = parsed.flatMap((document) =>
    [...document.errors, ...document.warnings, ...inexactNumbers(document)].map(
      ({ message, pos }) => `${at(pos[0])}: ${message}`,
    ),
  );
  if (problems.length > 0) return { documents: [], problems };
  const folder = file === '-' ? '.' : dirname(file);
  const documents: FileDocument[] = [];
  for (const document of parsed) {
    try {
      const value: unknown = document.toJS();
      // There may be only a comment between two separators.
      if (value === null) continue;
      JSON.stringify(value);
      documents.push({ file, folder, value, placeOf: (path) => at(offsetOf(document, path)) });
    } catch (error) {
      const message =
        error instanceof ReferenceError ? error.message : 'An alias must not be inside its anchor';
      problems.push(`${at(document.range?.[0] ?? 0)}: ${message}`);
    }
  }
  return { documents, problems };
}

/** Numbers that JSON would turn into null or another number. */
function inexactNumbers(document: Document): { message: string; pos: [number] }[] {
  const found: { message: string; pos: [number] }[] = [];
  visit(document, {
    Scalar(_key, node: Scalar) {
      const { value, source = '' } = node;
      if (typeof value !== 'number') return;
      const isRounded = /^-?\d+$/.test(source) && !Number.isSafeInteger(value) && String(value) !== source;
      if (Number.isFinite(value) && !isRounded) return;
      const message = `JSON cannot represent the number ${source} exactly: write it as a string, in quotes`;
      found.push({ message, pos: [startOf(node) ?? 0] });
    },
  });
  return found;
}

/** The position of an object's key or a list's item. */
function offsetOf(document: Document, path: readonly string[]): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? document.range?.[0] ?? 0;
  for (const name of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(key) === name);
      offset = startOf(pair?.key) ?? offset;
      node = pair?.value;
    } else if (isSeq(node)) {
      node = node.items[Number(name)];
      offset = startOf(node) ?? offset;
    } else break;
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0];
}

/** Configuration files as documents, with their places, so that errors can name a line. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { type Document, isMap, isSeq, LineCounter, type Node, parseAllDocuments } from 'yaml';
import { CliError } from '../cli-error.js';
import { EXIT } from '../exit-codes.js';

/** A document of a file. */
export interface FileDocument {
  /** The file as it was named; `-` is standard input. */
  file: string;
  /** Folder that paths in the document start from. */
  folder: string;
  /** As it stands in the file. */
  value: unknown;
  /** `file:line:column` of a place in it, or of the nearest one around it. */
  placeOf(path: readonly string[]): string;
}

/** The documents of files and of the YAML files in folders, in the order of their names. @throws CliError for what is not YAML */
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
  if (problems.length > 0) throw new CliError(problems.join('\n'), EXIT.usage);
  // With --prune, a wrong path would delete everything.
  if (documents.length === 0) throw new CliError(`there is no document in ${paths.join(', ')}`, EXIT.usage);
  return documents;
}

async function filesAt(path: string): Promise<string[]> {
  if (path === '-') return [path];
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`${path} cannot be read (${error.code})`, EXIT.usage);
  });
  if (!found.isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  const files = names.filter((name) => /\.ya?ml$/.test(name)).sort();
  return files.map((name) => join(path, name));
}

async function textOf(file: string): Promise<string> {
  if (file === '-') return readAll(process.stdin);
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`${file} cannot be read (${error.code})`, EXIT.usage);
  });
}

function readText(file: string, text: string): { documents: FileDocument[]; problems: string[] } {
  const lines = new LineCounter();
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const parsed: Document[] = [...parseAllDocuments(text, { lineCounter: lines, prettyErrors: false })];
  const problems = parsed.flatMap(({ errors }) =>
    errors.map(({ message, pos }) => `${at(pos[0])}: ${message}`),
  );
  if (problems.length > 0) return { documents: [], problems };
  const folder = file === '-' ? '.' : dirname(file);
  const documents: FileDocument[] = [];
  for (const document of parsed) {
    try {
      const value: unknown = document.toJS();
      // What stands between two separators may be a comment only.
      if (value === null) continue;
      JSON.stringify(value);
      documents.push({ file, folder, value, placeOf: (path) => at(offsetOf(document, path)) });
    } catch (error) {
      const message =
        error instanceof ReferenceError ? error.message : 'An alias must not stand within its anchor';
      problems.push(`${at(document.range?.[0] ?? 0)}: ${message}`);
    }
  }
  return { documents, problems };
}

/** The key of a member, or the item of a list. */
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

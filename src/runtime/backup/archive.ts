/**
 * The file format of a backup: a compressed tar archive. The first file describes the backup, the last one
 * lists the SHA-256 of all others, so that a truncated or damaged file is detected before anything is
 * replaced.
 */

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline as pipe } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { parseJsonText } from '../../domain/json.js';
import { StartupError } from '../startup-error.js';
import { isDiskFull } from '../write-failure.js';
import { paddingAfter, parseTarHeader, TAR_BLOCK, TAR_END, tarHeader } from './tar.js';

const DESCRIPTION = 'callboard-backup.json';
const CHECKSUMS = 'SHA256SUMS';
/** Descriptions and lists of checksums larger than this were not written by Callboard. */
const MAX_TEXT_BYTES = 64 * 2 ** 20;
const CHUNK_BYTES = 2 ** 20;

export type Content =
  /** A folder. */
  { name: string } | { name: string; path: string } | { name: string; text: string };

/**
 * Writes an archive, readable by its owner only.
 * @param contents may be produced while the archive is written
 */
export async function writeArchive(
  file: string,
  description: object,
  contents: AsyncIterable<Content>,
): Promise<void> {
  async function* bytes() {
    const sums: string[] = [];
    const describe: Content = { name: DESCRIPTION, text: `${JSON.stringify(description)}\n` };
    for await (const content of prepend(describe, contents)) yield* entry(content, sums);
    yield* entry({ name: CHECKSUMS, text: `${sums.join('\n')}\n` }, []);
    yield TAR_END;
  }
  await pipeline(
    bytes,
    createGzip({ level: 1 }),
    createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true }),
  );
}

async function* prepend<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

async function* entry(content: Content, sums: string[]): AsyncGenerator<Buffer> {
  const { name } = content;
  if (!('text' in content || 'path' in content)) return yield tarHeader({ name });
  const hash = createHash('sha256');
  const source = 'text' in content ? textSource(content.text) : await openSource(content.path);
  if (source === undefined) return;
  yield tarHeader({ name, size: source.size });
  for await (const chunk of source.chunks) {
    hash.update(chunk);
    yield chunk;
  }
  yield Buffer.alloc(paddingAfter(source.size));
  sums.push(`${hash.digest('hex')}  ${name}`);
}

function textSource(text: string) {
  const bytes = Buffer.from(text);
  return { size: bytes.length, chunks: [bytes] };
}

/**
 * Undefined if the file no longer exists, because PostgreSQL dropped a table. The write-ahead log records
 * that.
 */
async function openSource(path: string) {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  const { size } = await file.stat();
  return { size, chunks: readExactly(file, size) };
}

/**
 * PostgreSQL may change a file while it is read. Missing bytes become zeros, and the write-ahead log contains
 * the correct ones.
 */
async function* readExactly(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  try {
    for (let left = size; left > 0; ) {
      const buffer = Buffer.alloc(Math.min(left, CHUNK_BYTES));
      const { bytesRead } = await file.read(buffer);
      const chunk = bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead);
      left -= chunk.length;
      yield chunk;
    }
  } finally {
    await file.close();
  }
}

/**
 * Unpacks a complete archive into an empty folder and checks its content against its list.
 * @param accept throws if the backup with this description cannot be used
 * @throws StartupError if the file is damaged, incomplete, or not a backup; the system's error if the disk is
 * full
 */
export async function readArchive(
  file: string,
  folder: string,
  accept: (description: unknown) => void,
): Promise<void> {
  const refuse = (reason: string) =>
    new StartupError(`${file} is not a complete backup of Callboard (${reason}); nothing was changed`);
  const found = new Map<string, string>();
  let checksums: string | undefined;
  const source = createReadStream(file);
  // The reader of the last stream gets the errors of both, whenever they occur.
  const unpacked = pipe(source, createGunzip(), () => {});
  try {
    const input = createByteReader(unpacked);
    for (let header = await input.read(TAR_BLOCK); ; header = await input.read(TAR_BLOCK)) {
      const next = parseTarHeader(header);
      if (next === undefined) break;
      if (checksums !== undefined) throw new Error('it has data after its end');
      const text = isText(next.name) ? await readText(input, next.size) : undefined;
      if (found.size === 0 && next.name !== DESCRIPTION) throw new Error('it has no description');
      if (next.name === DESCRIPTION) accept(parseJsonText(text ?? ''));
      if (next.name === CHECKSUMS) checksums = text;
      else if (text !== undefined) found.set(next.name, createHash('sha256').update(text).digest('hex'));
      else await unpack(input, folder, next, found);
    }
    await input.drain();
  } catch (error) {
    source.destroy();
    if (error instanceof StartupError || isDiskFull(error)) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new StartupError(`there is no file ${file}`);
    throw refuse(message);
  }
  const listed = [...found].map(([name, sum]) => `${sum}  ${name}\n`).join('');
  if (listed !== checksums) throw refuse('its checksums do not match');
}

const isText = (name: string) => name === DESCRIPTION || name === CHECKSUMS;

interface ByteReader {
  /** @throws if fewer bytes are left */
  read(size: number): Promise<Buffer>;
  /** Reads the rest, so that the end of the compressed data is checked too. */
  drain(): Promise<void>;
}

function createByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let pending: Buffer = Buffer.alloc(0);
  return {
    async read(size) {
      const parts: Buffer[] = [];
      for (let missing = size; ; ) {
        const part = pending.subarray(0, missing);
        pending = pending.subarray(part.length);
        parts.push(part);
        missing -= part.length;
        if (missing === 0) return Buffer.concat(parts);
        const { value, done } = await chunks.next();
        if (done) throw new Error('it ends too early');
        pending = value;
      }
    },
    async drain() {
      while (!(await chunks.next()).done);
    },
  };
}

async function readText(input: ByteReader, size = 0): Promise<string> {
  if (size > MAX_TEXT_BYTES) throw new Error('its description is too large');
  const text = (await input.read(size)).toString('utf8');
  await input.read(paddingAfter(size));
  return text;
}

/** Names must not lead out of the folder. */
const SAFE_NAME = /^(?!.*(^|\/)\.{1,2}(\/|$))[\w.-]+(\/[\w.-]+)*$/;

async function unpack(
  input: ByteReader,
  folder: string,
  { name, size }: { name: string; size?: number },
  found: Map<string, string>,
): Promise<void> {
  if (!SAFE_NAME.test(name) || found.has(name))
    throw new Error('it contains files that do not belong to a backup');
  const path = join(folder, name);
  if (size === undefined) {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  try {
    for (let left = size; left > 0; ) {
      const chunk = await input.read(Math.min(left, CHUNK_BYTES));
      hash.update(chunk);
      // Writes everything: a single write to a disk that is nearly full may be incomplete without an error.
      await file.writeFile(chunk);
      left -= chunk.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await input.read(paddingAfter(size));
  found.set(name, hash.digest('hex'));
}

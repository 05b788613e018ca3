/** Archives in the POSIX format (ustar), limited to what backups need: files and folders with short names. */
const BLOCK = 512;
/** Eleven octal digits and a terminator: 8 GiB. PostgreSQL's files have at most one. */
const MAX_SIZE = 8 ** 11 - 1;

export interface TarEntry {
  /** Less than 100 characters, with `/` between the parts. */
  name: string;
  /** Undefined for a folder. */
  size?: number;
}

/** The block that precedes the content of a file, or stands for a folder. */
export function tarHeader({ name, size }: TarEntry): Buffer {
  const path = size === undefined ? `${name}/` : name;
  if (Buffer.byteLength(path) > 100 || (size ?? 0) > MAX_SIZE)
    throw new Error(`this file name cannot be archived: ${name}`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(path, 0);
  header.write(octal(size === undefined ? 0o700 : 0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size ?? 0, 12), 124);
  header.write(octal(0, 12), 136);
  header.write(size === undefined ? '5' : '0', 156);
  header.write('ustar\x0000', 257);
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/**
 * @returns undefined for the zeros at the end of an archive @throws if it is not a header that `tarHeader`
 * makes
 */
export function parseTarHeader(header: Buffer): TarEntry | undefined {
  if (header.every((byte) => byte === 0)) return undefined;
  const text = (from: number, length: number) =>
    header.toString('latin1', from, from + length).replace(/\0.*$/s, '');
  const type = text(156, 1);
  if (text(257, 5) !== 'ustar' || Number.parseInt(text(148, 8), 8) !== checksumOf(header))
    throw new Error('not an archive, or damaged');
  if (type === '5') return { name: text(0, 100).replace(/\/$/, '') };
  if (type !== '0') throw new Error('it contains entries that do not belong to a backup');
  return { name: text(0, 100), size: Number.parseInt(text(124, 12), 8) };
}

/** The number of padding bytes after a content of this size. */
export function paddingAfter(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

export const TAR_BLOCK = BLOCK;
/** Two blocks of zeros. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/** The sum of all bytes, with spaces in the field of the sum itself. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

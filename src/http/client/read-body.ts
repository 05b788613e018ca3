/**
 * The body of an answer: decompressed under a limit, as text that PostgreSQL can store. An answer cannot be
 * asked for again without doing the work twice, so bytes that are not UTF-8 are replaced rather than refused.
 */
import { isUtf8 } from 'node:buffer';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** At most this much of a body is read, counted after decompression. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** At most this much of it is stored. */
export const STORED_BODY_BYTES = 256 * 1024;
/** The encodings that `decodeBody` understands. */
export const ACCEPT_ENCODING = 'gzip, deflate, br';

/**
 * `truncated`: there was more than the limit. `replaced`: it is whole, but was not valid UTF-8. `invalid`: the
 * bytes do not match `Content-Encoding`.
 */
export type DecodedBody =
  | { kind: 'ok'; text: string; truncated: boolean; replaced: boolean }
  | { kind: 'invalid'; message: string };

/**
 * Decompresses and decodes the received bytes. The limit bounds memory, whatever the input expands to.
 * Synchronous if nothing is compressed, which is the common case.
 */
export function decodeBody(
  chunks: Buffer[],
  encoding: string | undefined,
  maxBytes = MAX_BODY_BYTES,
): DecodedBody | Promise<DecodedBody> {
  const received = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  const name = encoding?.trim().toLowerCase() || 'identity';
  if (name === 'identity' || received.length === 0) return cutToText(received, maxBytes);
  const stream = decompressor(name, received);
  if (!stream) {
    return {
      kind: 'invalid',
      message: `The response is encoded as "${name.slice(0, 40)}"; supported encodings are ${ACCEPT_ENCODING}`,
    };
  }
  return decompress(stream, received, name, maxBytes);
}

/**
 * The stored part of a body: NUL characters replaced (PostgreSQL's text cannot hold them), cut at a character
 * boundary.
 */
export function storedBody(text: string, maxBytes = STORED_BODY_BYTES): { text: string; truncated: boolean } {
  const clean = storableText(text);
  // A UTF-16 unit takes at most three bytes, so most bodies need no encoding to be measured.
  if (clean.length * 3 <= maxBytes) return { text: clean, truncated: false };
  const bytes = Buffer.from(clean, 'utf8');
  if (bytes.length <= maxBytes) return { text: clean, truncated: false };
  return { text: decodeUtf8(bytes.subarray(0, maxBytes), true), truncated: true };
}

/** Replaces what PostgreSQL refuses in text and jsonb: NUL and lone surrogates become U+FFFD. */
export function storableText(text: string): string {
  if (!text.includes('\0') && !/[\ud800-\udfff]/.test(text)) return text;
  return text.replace(/[\0\p{Surrogate}]/gu, '\ufffd'); // with the flag `u`, a pair is one character and stays
}

function cutToText(bytes: Buffer, maxBytes: number): DecodedBody {
  const truncated = bytes.length > maxBytes;
  return {
    kind: 'ok',
    text: decodeUtf8(truncated ? bytes.subarray(0, maxBytes) : bytes, truncated),
    truncated,
    replaced: !truncated && !isUtf8(bytes),
  };
}

const UTF8 = new TextDecoder('utf-8');

/** `cut`: the last character may be incomplete and is then dropped rather than replaced. */
function decodeUtf8(bytes: Buffer, cut: boolean): string {
  return cut ? new TextDecoder('utf-8').decode(bytes, { stream: true }) : UTF8.decode(bytes);
}

function decompressor(name: string, received: Buffer) {
  // Some servers send raw deflate; a zlib header has compression method 8 in its low nibble.
  if (name === 'deflate') return ((received[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
  if (name === 'gzip' || name === 'x-gzip') return createGunzip();
  return name === 'br' ? createBrotliDecompress() : undefined;
}

type Decompressor = NonNullable<ReturnType<typeof decompressor>>;

async function decompress(
  stream: Decompressor,
  received: Buffer,
  name: string,
  maxBytes: number,
): Promise<DecodedBody> {
  const parts: Buffer[] = [];
  let length = 0;
  pipeline([received], stream, () => {}); // errors surface in the iteration
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length > maxBytes) break; // leaving the loop destroys the stream
    }
  } catch {
    return { kind: 'invalid', message: `The body of the response is not valid ${name}` };
  }
  return cutToText(Buffer.concat(parts), maxBytes);
}

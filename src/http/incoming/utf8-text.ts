/** The bodies of requests as text. All of them must be UTF-8. */
import { isUtf8 } from 'node:buffer';

/** Says to the sender why {@link utf8Text} returned nothing. */
export const NOT_UTF8 = 'The body is not valid UTF-8.';

const UTF8 = new TextDecoder('utf-8');

/**
 * The text of a received body, without a byte order mark. Undefined if the bytes are not valid UTF-8:
 * replacing them would store something that nobody sent.
 */
export function utf8Text(body: Buffer): string | undefined {
  return isUtf8(body) ? UTF8.decode(body) : undefined;
}

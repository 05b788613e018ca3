/**
 * What is wrong with a data source string; `position` counts UTF-16 units from 0, the message counts from 1.
 */
export type ParseError = { kind: 'error'; message: string; position: number };

export function parseError(message: string, position: number): ParseError {
  return { kind: 'error', message, position };
}

/** Decodes `text[start, end)`; `what` names the part in an error. Refuses what no database text can hold. */
export function decodePart(
  text: string,
  start: number,
  end: number,
  what: string,
  mayBeEmpty = false,
): { kind: 'ok'; value: string } | ParseError {
  if (start === end && !mayBeEmpty) return parseError(`${what} is empty`, start);
  const raw = text.slice(start, end);
  const malformed = raw.search(/%(?![0-9a-fA-F]{2})/);
  if (malformed >= 0)
    return parseError(`${what} has a "%" that is not an escape; write %25`, start + malformed);
  let value: string;
  try {
    value = decodeURIComponent(raw);
  } catch {
    return parseError(`${what} has an escape that is not UTF-8`, start + Math.max(0, raw.indexOf('%')));
  }
  if (hasUnstorableText(value)) {
    return parseError(`${what} has a NUL character or an unpaired surrogate`, start);
  }
  return { kind: 'ok', value };
}

/** A NUL character or a lone surrogate: no UTF-8 database text can equal it. */
export function hasUnstorableText(value: string): boolean {
  return value.includes('\0') || /\p{Surrogate}/u.test(value);
}

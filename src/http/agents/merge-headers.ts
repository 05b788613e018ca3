/** Sent with every request, so that agents and their logs can identify the caller. */
export const USER_AGENT = 'callboard';

/** Later sources replace earlier ones, whatever their letter case, so that no header is sent twice. */
export function mergeHeaders(...sources: Record<string, string>[]): Record<string, string> {
  const merged = new Map<string, [string, string]>();
  for (const source of sources) {
    for (const name of Object.keys(source)) merged.set(name.toLowerCase(), [name, source[name] ?? '']);
  }
  return Object.fromEntries(merged.values());
}

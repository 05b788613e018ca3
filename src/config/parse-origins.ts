/**
 * A comma-separated list of origins, exactly as browsers send them in `Origin`.
 *
 * @returns undefined if one of them is no origin, such as `*`, `null` or an address with a path
 */
export function parseOrigins(text: string): string[] | undefined {
  const origins = text.split(',').map((item) => item.trim());
  return origins.every(isOrigin) ? origins : undefined;
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol } = new URL(text);
  return origin === text && ['http:', 'https:'].includes(protocol);
}

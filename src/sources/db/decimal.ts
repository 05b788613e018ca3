/**
 * Whether a double represents this decimal exactly: integers up to 2^53, anything else up to 15 digits. Other
 * numbers are passed on as text.
 */
export function fitsDouble(text: string): boolean {
  const number = Number(text);
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(number);
  const digits = text
    .replace(/e.*/i, '')
    .replace(/^[+-]?0*\.?0*/, '')
    .replace('.', '')
    .replace(/0+$/, '');
  return Number.isFinite(number) && digits.length <= 15;
}

/**
 * Whether a double returns this decimal unchanged: integers up to 2^53, anything else up to 15 digits. What does not
 * fit travels as text.
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

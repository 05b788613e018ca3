/** A label inside a sentence: `Could not load jobs`. */
export function lowerFirst(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}

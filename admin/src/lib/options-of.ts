type Labels = Readonly<Record<string, string | { readonly label: string }>>;

/** Labels by value, or objects with a label, as the options of a filter or a field. */
export function optionsOf(labels: Labels): { value: string; label: string }[] {
  return Object.entries(labels).map(([value, of]) => ({
    value,
    label: typeof of === 'string' ? of : of.label,
  }));
}

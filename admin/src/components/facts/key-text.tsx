/** The stable key of an object. Empty if it has none. */
export function KeyText({ value }: { value: string | null }) {
  if (value === null) return null;
  return (
    <span className="text-muted">
      key <code className="font-mono text-xs">{value}</code>
    </span>
  );
}

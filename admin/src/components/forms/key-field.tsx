import { TextField } from './fields.js';

/** The field for the stable key, by which clients find an object again. */
export function KeyField(bound: { value: string; onValue: (key: string) => void }) {
  return (
    <TextField
      {...bound}
      label="Key"
      path="key"
      hint="Optional. A unique, stable name for API clients: letters, digits, “.”, “_” and “-”."
      maxLength={128}
      spellCheck={false}
      className="font-mono"
    />
  );
}

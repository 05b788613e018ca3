import { TextField } from './fields.js';

/** The stable name by which a client finds again what it made. */
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

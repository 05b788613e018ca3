import { TextField } from './fields.js';

/** The stable name by which a client finds again what it made. */
export function KeyField({ value, onChange }: { value: string; onChange: (key: string) => void }) {
  return (
    <TextField
      label="Key"
      path="key"
      hint="Optional. A unique, stable name for API clients: letters, digits, “.”, “_” and “-”."
      value={value}
      maxLength={128}
      spellCheck={false}
      className="font-mono"
      onValue={onChange}
    />
  );
}

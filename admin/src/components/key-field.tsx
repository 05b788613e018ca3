import { Field } from './form.js';
import { TextInput } from './inputs.js';

/** The stable name by which a client finds again what it made. */
export function KeyField({ value, onChange }: { value: string; onChange: (key: string) => void }) {
  return (
    <Field
      label="Key"
      path="key"
      hint="Optional. A unique, stable name for API clients: letters, digits, “.”, “_” and “-”."
    >
      {(control) => (
        <TextInput
          {...control}
          value={value}
          maxLength={128}
          spellCheck={false}
          className="font-mono"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

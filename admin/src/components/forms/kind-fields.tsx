/**
 * Fields of objects that come in several kinds, such as notification channels. A table says which fields
 * each kind has. The form, its draft and the input of the mutation follow from it.
 */
import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.js';
import { Button } from '../button.js';
import { type DraftField, emptyDraft } from './draft.js';
import { TextField } from './fields.js';
import { Switch } from './inputs.js';

/** Values by path in the input, such as `email.host`. */
export type FieldValues = Readonly<Record<string, unknown>>;

export interface KindField extends DraftField<unknown> {
  /** Its control. If the value is on or off, that is a switch with this label. */
  look: Omit<ComponentProps<typeof TextField>, 'path' | 'value' | 'onValue'>;
  /** Makes a value when a button is pressed. */
  generate?(): string;
  /** Other values that change with it. */
  implies?(value: unknown, values: FieldValues): FieldValues;
}

export interface Kind<Fields = Readonly<Record<string, KindField>>> {
  label: string;
  fields: Fields;
}

/** The fields of a kind by path. */
export function fieldsAt(path: string, { fields }: Kind): Record<string, KindField> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [`${path}.${name}`, field]));
}

export interface StoredSecret {
  set: boolean;
  hint: string | null;
}

export function keepHint(secret: StoredSecret | null | undefined): string | undefined {
  return secret?.set ? `Stored: ${secret.hint ?? 'hidden'}. Leave empty to keep it.` : undefined;
}

export interface KindFieldsProps {
  /** By path. */
  fields: Readonly<Record<string, KindField>>;
  /** Those that are missing are empty. */
  values: FieldValues;
  onChange: (values: FieldValues) => void;
  /** The stored secret that is kept if the field is left empty. */
  secretAt: (path: string) => StoredSecret | null | undefined;
}

/** The fields of a kind, in a grid of two columns. */
export function KindFields({ fields, values: given, onChange, secretAt }: KindFieldsProps) {
  const values: FieldValues = { ...emptyDraft(fields), ...given };
  return Object.entries(fields).map(([path, { look, isSecret, generate, implies }]) => {
    const value = values[path];
    const change = (next: unknown) => onChange({ ...given, [path]: next, ...implies?.(next, values) });
    if (typeof value === 'boolean') {
      return (
        <div key={path} className="sm:col-span-2">
          <Switch label={look.label} isOn={value} onChange={change} />
        </div>
      );
    }
    const kept = isSecret && keepHint(secretAt(path));
    return (
      <div key={path} className={cn('flex flex-wrap items-start gap-2', look.isWide && 'sm:col-span-2')}>
        <div className="min-w-0 flex-1 basis-60">
          <TextField
            {...look}
            path={path}
            value={value as string}
            onValue={change}
            isRequired={look.isRequired && !kept}
            hint={kept || look.hint}
          />
        </div>
        {generate && (
          <Button className="mt-6 h-8" onClick={() => change(generate())}>
            Generate
          </Button>
        )}
      </div>
    );
  });
}

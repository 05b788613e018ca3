/** Common combinations of `Field` and a control. Other props are passed to the control. */
import type { ComponentPropsWithRef } from 'react';
import { JsonEditor, parseJsonText } from '../code/json-editor.js';
import type { JsonEditorProps } from '../code/json-editor-props.js';
import { Combobox, type ComboboxProps } from './combobox.js';
import { Field, type FieldProps } from './form.js';
import { Select, type SelectProps, TextArea, TextInput } from './inputs.js';

type Labeled<Control> = Omit<FieldProps, 'children'> & Omit<Control, keyof FieldProps | 'onChange'>;

interface Text {
  value: string;
  onValue: (value: string) => void;
  disabledReason?: string | undefined;
}

function split<Props extends Omit<FieldProps, 'children'>>(props: Props) {
  const { label, path, hint, isRequired, problem, isWide, ...control } = props;
  return { field: { label, path, hint, isRequired, problem, isWide }, control };
}

interface TextLook {
  /** For names and addresses in monospace. */
  isMono?: boolean;
  /** Hidden, and not offered to password managers. */
  isSecret?: boolean;
}

export function TextField(props: Labeled<ComponentPropsWithRef<'input'>> & Text & TextLook) {
  const { field, control } = split(props);
  const { onValue, isMono, isSecret, ...input } = control;
  return (
    <Field {...field}>
      {(id) => (
        <TextInput
          {...(isMono && { className: 'font-mono text-xs', spellCheck: false })}
          {...(isSecret && { type: 'password', autoComplete: 'new-password' })}
          {...id}
          {...input}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Reports invalid JSON while it is typed. */
export function JsonField(props: Labeled<Omit<JsonEditorProps, 'value' | 'label'>> & Text) {
  const { field, control } = split(props);
  const { onValue, ...editor } = control;
  const parsed = parseJsonText(editor.value);
  return (
    <Field {...field} problem={parsed.kind === 'error' ? parsed.message : field.problem}>
      {(id) => <JsonEditor lines={4} {...id} {...editor} label={field.label} onChange={onValue} />}
    </Field>
  );
}

export function TextAreaField(props: Labeled<ComponentPropsWithRef<'textarea'>> & Text) {
  const { field, control } = split(props);
  const { onValue, ...input } = control;
  return (
    <Field {...field}>
      {(id) => <TextArea {...id} {...input} onChange={(event) => onValue(event.target.value)} />}
    </Field>
  );
}

export function SelectField(props: Labeled<SelectProps>) {
  const { field, control } = split(props);
  return <Field {...field}>{(id) => <Select {...id} {...control} />}</Field>;
}

export function ComboboxField(props: Labeled<ComboboxProps>) {
  const { field, control } = split(props);
  return <Field {...field}>{(id) => <Combobox {...id} {...control} />}</Field>;
}

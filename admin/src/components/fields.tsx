/** A `Field` with the control that it has nearly everywhere. Whatever else the control takes is passed on. */
import type { ComponentPropsWithRef } from 'react';
import { Combobox, type ComboboxProps } from './combobox.js';
import { Field, type FieldProps } from './form.js';
import { Select, type SelectProps, TextArea, TextInput } from './inputs.js';

type Labelled<Control> = Omit<FieldProps, 'children'> & Omit<Control, keyof FieldProps | 'onChange'>;

interface Text {
  value: string;
  onValue: (value: string) => void;
  disabledReason?: string | undefined;
}

function split<Props extends Omit<FieldProps, 'children'>>(props: Props) {
  const { label, path, hint, isRequired, problem, ...control } = props;
  return { field: { label, path, hint, isRequired, problem }, control };
}

export type TextFieldProps = Labelled<ComponentPropsWithRef<'input'>> & Text;

export function TextField(props: TextFieldProps) {
  const { field, control } = split(props);
  const { onValue, ...input } = control;
  return (
    <Field {...field}>
      {(id) => <TextInput {...id} {...input} onChange={(event) => onValue(event.target.value)} />}
    </Field>
  );
}

export function TextAreaField(props: Labelled<ComponentPropsWithRef<'textarea'>> & Text) {
  const { field, control } = split(props);
  const { onValue, ...input } = control;
  return (
    <Field {...field}>
      {(id) => <TextArea {...id} {...input} onChange={(event) => onValue(event.target.value)} />}
    </Field>
  );
}

export function SelectField(props: Labelled<SelectProps>) {
  const { field, control } = split(props);
  return <Field {...field}>{(id) => <Select {...id} {...control} />}</Field>;
}

export function ComboboxField(props: Labelled<ComboboxProps>) {
  const { field, control } = split(props);
  return <Field {...field}>{(id) => <Combobox {...id} {...control} />}</Field>;
}

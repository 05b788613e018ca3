/** Controls of the form, bound to the draft. */
import { SelectField, TextField } from '../../../components/fields.js';
import { Field } from '../../../components/form.js';
import { JsonEditor, parseJsonText } from '../../../components/json-editor.js';
import type { AgentDraft } from './agent-draft.js';
import type { PartProps } from './section.js';

/** Names of the draft's texts. */
export type TextName = {
  [Name in keyof AgentDraft]: AgentDraft[Name] extends boolean ? never : Name;
}[keyof AgentDraft];

export interface DraftFieldProps extends PartProps {
  name: TextName;
  label: string;
  /** In the mutation's input. */
  path: string;
  hint?: string | undefined;
  isRequired?: boolean;
}

export interface DraftTextProps extends DraftFieldProps {
  placeholder?: string;
  isMono?: boolean;
  /** Hidden, and not offered to be remembered. */
  isSecret?: boolean;
  inputMode?: 'numeric' | 'url';
  disabledReason?: string | undefined;
  onBlur?: () => void;
}

export function DraftText(props: DraftTextProps) {
  const { draft, change, name, label, path, hint, isRequired, isMono, isSecret, ...input } = props;
  return (
    <TextField
      label={label}
      path={path}
      hint={hint}
      isRequired={isRequired ?? false}
      {...input}
      {...(isSecret && { type: 'password', autoComplete: 'new-password' })}
      value={draft[name]}
      spellCheck={isMono ? false : undefined}
      className={isMono ? 'font-mono text-xs' : undefined}
      onValue={(value) => change({ [name]: value })}
    />
  );
}

export function DraftJson({ draft, change, name, label, path, hint }: DraftFieldProps) {
  const parsed = parseJsonText(draft[name]);
  return (
    <Field
      label={label}
      path={path}
      hint={hint}
      problem={parsed.kind === 'error' ? parsed.message : undefined}
    >
      {(control) => (
        <JsonEditor
          {...control}
          label={label}
          value={draft[name]}
          lines={4}
          onChange={(text) => change({ [name]: text })}
        />
      )}
    </Field>
  );
}

export interface DraftSelectProps extends DraftFieldProps {
  options: readonly { value: string; label: string }[];
}

export function DraftSelect({ draft, change, name, label, path, hint, options }: DraftSelectProps) {
  return (
    <SelectField
      label={label}
      path={path}
      hint={hint}
      value={draft[name]}
      options={options}
      onValue={(value) => change({ [name]: value })}
    />
  );
}

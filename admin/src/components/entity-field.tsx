import type { ReactNode } from 'react';
import { type EntityKind, useEntitySearch } from './entity-search.js';
import { ComboboxField } from './fields.js';

export interface EntityFieldProps {
  kind: EntityKind;
  label: string;
  path: string;
  hint?: ReactNode;
  /** Empty: none is chosen. */
  id: string;
  /** As far as it is known. */
  name: string | undefined;
  onChoose: (id: string) => void;
}

/** Which one of very many it is about. */
export function EntityField({ kind, id, name, onChoose, ...field }: EntityFieldProps) {
  return (
    <ComboboxField
      {...field}
      {...useEntitySearch(kind)}
      isRequired
      chosen={id === '' ? null : { value: id, label: name ?? id }}
      onChoose={(choice) => onChoose(choice?.value ?? '')}
    />
  );
}

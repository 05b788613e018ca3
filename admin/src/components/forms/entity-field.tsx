import type { ReactNode } from 'react';
import { type EntityKind, useEntitySearch } from './entity-search.js';
import { ComboboxField } from './fields.js';

export interface EntityFieldProps {
  kind: EntityKind;
  label: string;
  path: string;
  hint?: ReactNode;
  /** Empty if nothing is chosen. */
  id: string;
  /** Undefined if it is not known. */
  name: string | undefined;
  onChoose: (id: string) => void;
}

/** Chooses one of many objects. */
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

import type { ReactNode } from 'react';

export interface Fact {
  label: string;
  /** A fact without a value is left out: undefined or null. */
  value: ReactNode;
  /** An explanation below the value. */
  note?: ReactNode;
}

/**
 * Properties of an object, as labels and values. On a narrow screen, where lists stand below each other, their
 * columns are equally wide.
 */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 gap-y-1.5 sm:grid-cols-[fit-content(50%)_minmax(0,1fr)]">
      {facts.map(
        ({ label, value, note }) =>
          value != null && (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 break-words">
                {value}
                {note && <span className="block text-xs text-muted">{note}</span>}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

import type { ReactNode } from 'react';

export interface Fact {
  label: string;
  /** A fact whose value is undefined is left out. */
  value: ReactNode;
  /** An explanation below the value. */
  note?: ReactNode;
}

/** Properties of an object, as labels and values. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {facts.map(
        ({ label, value, note }) =>
          value !== undefined && (
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

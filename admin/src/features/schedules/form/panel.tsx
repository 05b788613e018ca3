import type { CombinedError } from '@urql/core';
import type { ReactNode } from 'react';
import type { Issue } from '../../../lib/graphql/use-action.js';
import { texts } from '../texts/form.js';

const t = texts.expansion;

export interface PanelProps {
  label: string;
  /** Whether the content belongs to an earlier input. */
  isStale?: boolean;
  children: ReactNode;
}

/** A panel beside the form with a preview. */
export function Panel({ label, isStale = false, children }: PanelProps) {
  return (
    <section aria-label={label} aria-busy={isStale || undefined} className="rounded-md border bg-canvas">
      <h2 className="border-b px-3 py-1.5 font-semibold">{label}</h2>
      <div className="flex flex-col gap-2 px-3 py-2 text-muted">{children}</div>
    </section>
  );
}

/** The problems that the server reports. */
export function problemsOf({ networkError, graphQLErrors, message }: CombinedError): Issue[] {
  if (networkError) return [{ path: [], message: t.serverUnreachable }];
  const found = graphQLErrors.flatMap(({ message: text, extensions }) => {
    const issues = extensions?.issues as Issue[] | undefined;
    return issues ?? [{ path: [], message: text }];
  });
  return found.length > 0 ? found : [{ path: [], message }];
}

export function Problems({ problems }: { problems: readonly Issue[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {problems.map(({ path, message }) => (
        <li key={`${path.join('.')} ${message}`} className="text-amber">
          {path.length > 0 && <span className="font-mono text-xs">{path.join('.')}</span>} {message}
        </li>
      ))}
    </ul>
  );
}

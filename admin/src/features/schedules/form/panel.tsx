import type { CombinedError } from '@urql/core';
import type { ReactNode } from 'react';
import { Skeleton } from '../../../components/loading.js';
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

export interface ComputedPanelProps<Shown> {
  label: string;
  /** Shown instead of what the server computes, if there is nothing to compute. */
  instead: ReactNode;
  error: CombinedError | undefined;
  /** The newest answer. Undefined while the first one is loading. */
  shown: Shown | undefined;
  isStale: boolean;
  children: (shown: Shown) => ReactNode;
}

/** A panel with what the server computes from the form, or why there is nothing to show. */
export function ComputedPanel<Shown>(props: ComputedPanelProps<Shown>) {
  const { label, instead, error, shown, isStale, children } = props;
  if (instead) return <Panel label={label}>{instead}</Panel>;
  if (error)
    return (
      <Panel label={label}>
        <Problems problems={problemsOf(error)} />
      </Panel>
    );
  return (
    <Panel label={label} isStale={isStale}>
      {shown === undefined ? (
        <>
          <span className="sr-only">{texts.preview.loading}</span>
          <Skeleton className="w-2/3" />
        </>
      ) : (
        children(shown)
      )}
    </Panel>
  );
}

/** The problems that the server reports. */
function problemsOf({ networkError, graphQLErrors, message }: CombinedError): Issue[] {
  if (networkError) return [{ path: [], message: t.serverUnreachable }];
  const found = graphQLErrors.flatMap(({ message: text, extensions }) => {
    const issues = extensions?.issues as Issue[] | undefined;
    return issues ?? [{ path: [], message: text }];
  });
  return found.length > 0 ? found : [{ path: [], message }];
}

function Problems({ problems }: { problems: readonly Issue[] }) {
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

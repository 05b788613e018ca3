import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LiveQuery } from '../lib/graphql/use-live-query.js';
import type { LinkTarget } from '../lib/link-target.js';
import { lowerFirst } from '../lib/text/lower-first.js';
import { NotLoaded } from './not-loaded.js';
import { PageHeader } from './page-header.js';
import { EmptyState } from './states.js';

export interface NoObjectProps {
  /** Kind of the object: `Schedule`. */
  kind: string;
  /** Title of the page. Defaults to the kind. */
  title?: string;
  parent: LinkTarget & { label: string };
  query: LiveQuery<unknown>;
  /** Whether the page is about a stored object, and not a new one. Defaults to true. */
  isGiven?: boolean;
  /** What may have become of a missing object. */
  children: ReactNode;
}

/** The page of an object that is being loaded, could not be loaded, or does not exist. */
export function NoObject({ kind, title = kind, parent, query, isGiven = true, children }: NoObjectProps) {
  const { data, error, isLoading } = query;
  const { label, ...all } = parent;
  const isMissing = isGiven && isImpossible(error);
  return (
    <>
      <PageHeader title={title} parent={parent} />
      {!isMissing && (isLoading || error || !data) ? (
        <NotLoaded what={isGiven ? `the ${lowerFirst(kind)}` : 'the form'} query={query} />
      ) : (
        <EmptyState
          title={`${kind} not found`}
          action={
            <Link {...all} className="text-accent underline">
              All {lowerFirst(label)}
            </Link>
          }
        >
          {children}
        </EmptyState>
      )}
    </>
  );
}

/** Whether no object can have such an ID, for instance one with characters that PostgreSQL does not store. */
function isImpossible(error: LiveQuery<unknown>['error']): boolean {
  return error?.graphQLErrors.some(({ extensions }) => extensions?.code === 'BAD_USER_INPUT') ?? false;
}

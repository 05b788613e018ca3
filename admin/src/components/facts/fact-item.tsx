import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LinkTarget } from '../../lib/link-target.js';
import { linkTo } from '../../lib/link-to.js';
import { ShortId } from './short-id.js';

/** One item of a line of facts below a header, inside a `dl`. */
export function FactItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex max-w-full min-w-0 flex-col">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </div>
  );
}

/** A link as the value of a fact. */
export function FactLink({ children, ...target }: LinkTarget & { children: ReactNode }) {
  return (
    <Link {...target} className="font-medium hover:underline">
      {children}
    </Link>
  );
}

interface EntityFactProps {
  id: string;
  /** Undefined if the object has been deleted. */
  name: string | undefined;
}

export function PipelineFact({ id, name }: EntityFactProps) {
  return (
    <FactItem label="Pipeline">
      {name === undefined ? (
        <Deleted id={id} label="pipeline id" />
      ) : (
        <FactLink {...linkTo.pipeline(id)}>{name}</FactLink>
      )}
    </FactItem>
  );
}

export function ScheduleFact({ id, name }: EntityFactProps) {
  return (
    <FactItem label="Schedule">
      {name === undefined ? (
        <Deleted id={id} label="schedule id" />
      ) : (
        <FactLink {...linkTo.schedule(id)}>{name}</FactLink>
      )}
    </FactItem>
  );
}

function Deleted(props: { id: string; label: string }) {
  return (
    <>
      deleted <ShortId {...props} />
    </>
  );
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cn } from '../../lib/class-names.js';
import type { LinkTarget } from '../../lib/link-target.js';
import { linkTo } from '../../lib/link-to.js';
import { ShortId } from './short-id.js';

interface GridFactProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** One item of a line of facts below a header, inside a `dl`. */
export function FactItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex max-w-full min-w-0 flex-col">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </div>
  );
}

/** One fact of several in a grid below a header, inside a `dl`. */
export function GridFact({ label, className, children }: GridFactProps) {
  return (
    <div className={cn('flex min-w-0 flex-col gap-0.5', className)}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

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
      {name ? <FactLink {...linkTo.pipeline(id)}>{name}</FactLink> : <Deleted id={id} label="pipeline id" />}
    </FactItem>
  );
}

export function ScheduleFact({ id, name }: EntityFactProps) {
  return (
    <FactItem label="Schedule">
      {name ? <FactLink {...linkTo.schedule(id)}>{name}</FactLink> : <Deleted id={id} label="schedule id" />}
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

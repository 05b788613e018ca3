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

interface FactLineProps {
  /** Name of the list for screen readers. */
  label?: string;
  className?: string;
  children: ReactNode;
}

/** The `FactItem`s below a header: one line, or two even columns on a narrow screen. */
export function FactLine({ label, className, children }: FactLineProps) {
  return (
    <dl
      aria-label={label}
      className={cn('grid grid-cols-2 gap-x-6 gap-y-2 sm:flex sm:flex-wrap sm:gap-x-8', className)}
    >
      {children}
    </dl>
  );
}

/** One item of a `FactLine`. */
export function FactItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex max-w-full min-w-0 flex-col">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="min-w-0 break-words sm:truncate">{children}</dd>
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
      {name ? <FactLink {...linkTo.pipeline(id)}>{name}</FactLink> : <Deleted id={id} label="pipeline ID" />}
    </FactItem>
  );
}

export function ScheduleFact({ id, name }: EntityFactProps) {
  return (
    <FactItem label="Schedule">
      {name ? <FactLink {...linkTo.schedule(id)}>{name}</FactLink> : <Deleted id={id} label="schedule ID" />}
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

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cn } from '../lib/class-names.js';
import type { LinkTarget } from '../lib/link-target.js';

const LOOKS = {
  /** In a sentence. */
  plain: 'underline underline-offset-3',
  accent: 'text-accent underline underline-offset-3',
  /** Beside a heading. */
  quiet: 'text-muted hover:text-ink hover:underline',
} as const;

export type TextLinkProps = LinkTarget & {
  look?: keyof typeof LOOKS;
  className?: string;
  children: ReactNode;
};

/** A link within text. Other elements that lead somewhere use `Link` itself. */
export function TextLink({ look = 'plain', className, children, ...target }: TextLinkProps) {
  return (
    <Link {...target} className={cn(LOOKS[look], className)}>
      {children}
    </Link>
  );
}

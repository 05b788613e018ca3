import type { CombinedError } from '@urql/core';
import type { ReactNode } from 'react';
import { CircleAlert } from '../icons/lucide.js';
import { Button } from './button.js';
import { CodeBlock } from './code/code-block.js';

export interface EmptyStateProps {
  title: string;
  /** What to do next, with a runnable example if there is one. */
  children?: ReactNode;
  /** Code that can be run as it is. */
  example?: string;
  /** Label of the example for screen readers. */
  exampleLabel?: string;
  action?: ReactNode;
}

export function EmptyState({ title, children, example, exampleLabel, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-2 px-6 py-14 text-center">
      <p className="text-base font-medium">{title}</p>
      {children && <div className="max-w-full text-muted">{children}</div>}
      {example && (
        <CodeBlock label={exampleLabel ?? 'Example'} value={example} className="mt-1 w-full text-left" />
      )}
      {action && <div className="mt-2 flex gap-2">{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  /** What failed: `Could not load the agents`. */
  title: string;
  error?: CombinedError | { message: string } | undefined;
  onRetry?: (() => void) | undefined;
}

export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="mx-auto flex max-w-xl flex-col items-center gap-2 px-6 py-14 text-center">
      <CircleAlert aria-hidden="true" className="size-5 text-red" />
      <p className="text-base font-medium">{title}</p>
      {error && <p className="text-muted">{explain(error)}</p>}
      {onRetry && (
        <Button className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

function explain(error: CombinedError | { message: string }): string {
  if ('networkError' in error && error.networkError)
    return explainNetwork(error.networkError, error.response);
  const messages = 'graphQLErrors' in error ? error.graphQLErrors.map(({ message }) => message) : [];
  return messages.join(' ') || error.message;
}

/** @param response undefined if there was none */
function explainNetwork({ name, message }: Error, response: Response | undefined): string {
  if (name === 'TimeoutError') return message;
  if (!response) return 'Cannot reach the server. Is it running?';
  if (!response.ok)
    return `The server answered with the HTTP status ${response.status}. It may be restarting.`;
  return 'The answer did not come from Callboard. A proxy or a sign-in page may have sent it.';
}

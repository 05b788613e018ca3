import { Component, type ReactNode, Suspense, useState } from 'react';
import { reloadIfServerThere, ServerAwayError, ServerUpdatedError } from '../lib/load-code.js';
import { Button } from './button.js';
import { Callout } from './callout.js';

export interface CodePartProps {
  /** Shown while the code is loading. */
  fallback: ReactNode;
  /** A component by `lazy(() => loadCode(…))`. */
  children: ReactNode;
}

/**
 * A part of a page whose code is loaded when it is first shown. If that fails, only this part says so: the rest of the
 * page, with what the user has typed, stays.
 */
export class CodePart extends Component<CodePartProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return <Suspense fallback={this.props.fallback}>{this.props.children}</Suspense>;
    if (!(error instanceof ServerUpdatedError || error instanceof ServerAwayError)) throw error;
    return <CodeMissing isUpdated={error instanceof ServerUpdatedError} />;
  }
}

/** Browsers do not load code again that failed to load, except with the whole page. They ask before unsaved changes are lost. */
function CodeMissing({ isUpdated }: { isUpdated: boolean }) {
  const [isBusy, setBusy] = useState(false);
  async function reload(): Promise<void> {
    setBusy(true);
    await reloadIfServerThere();
    // Also after a reload that the user has declined.
    setBusy(false);
  }
  return (
    <div className="p-3">
      <Callout
        kind="error"
        action={
          <Button size="sm" isBusy={isBusy} onClick={() => void reload()}>
            Reload
          </Button>
        }
      >
        {isUpdated
          ? 'Callboard was updated. Reload the page to show this part.'
          : 'Cannot reach the server. When it is back, reload the page to show this part.'}
      </Callout>
    </div>
  );
}

import { useCallback, useRef, useState } from 'react';
import { StatusText } from '../../components/facts/status-badge.js';
import { useAction } from '../../lib/graphql/use-action.js';
import { formatDuration } from '../../lib/text/time.js';
import { AgentCheckEndpointDocument } from './agents.generated.js';
import { texts } from './texts/common.js';

const t = texts.check;

export type CheckState =
  | { kind: 'none' }
  | { kind: 'checking' }
  | { kind: 'good' | 'odd' | 'bad'; message: string };

/**
 * Checks whether a URL can be reached. The server sends the request, without credentials. Only the
 * latest result is shown.
 */
export function useEndpointCheck(): [
  state: CheckState,
  check: (url: string) => Promise<void>,
  forget: () => void,
] {
  const [ask] = useAction(AgentCheckEndpointDocument, (data) => data.checkEndpoint);
  const [state, setState] = useState<CheckState>({ kind: 'none' });
  const latest = useRef(0);
  const forget = useCallback(() => {
    latest.current += 1;
    setState({ kind: 'none' });
  }, []);
  const check = useCallback(
    async (url: string) => {
      latest.current += 1;
      const turn = latest.current;
      setState({ kind: 'checking' });
      const result = await ask({ url });
      if (turn !== latest.current) return;
      if (result.kind === 'error') {
        const { issues, message } = result.error;
        setState({
          kind: 'bad',
          message: issues.map((issue) => t.invalidUrl(issue.message)).join('. ') || message,
        });
        return;
      }
      const { reachable, statusCode, message, durationMs } = result.value;
      const isGood = statusCode !== null && statusCode >= 200 && statusCode < 300;
      setState({
        kind: !reachable ? 'bad' : isGood ? 'good' : 'odd',
        message: reachable ? `${message} ${t.took(formatDuration(durationMs))}` : message,
      });
    },
    [ask],
  );
  return [state, check, forget];
}

const LOOK = { good: 'completed', odd: 'partial', bad: 'failed' } as const;

/** Screen readers announce the result when it arrives. */
export function EndpointCheckResult({ state }: { state: CheckState }) {
  return (
    <span role="status" className="min-w-0 empty:absolute">
      {state.kind === 'checking' && <span className="text-muted">{t.checking}</span>}
      {state.kind !== 'checking' && state.kind !== 'none' && (
        <StatusText status={LOOK[state.kind]} label={state.message} className="whitespace-normal" />
      )}
    </span>
  );
}

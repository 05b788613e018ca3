import { Button } from '../../../components/button.js';
import { EndpointCheckResult, useEndpointCheck } from '../endpoint-check.js';

/** Checks whether the URL can be reached. */
export function EndpointCheckButton({ url }: { url: string }) {
  const [state, check] = useEndpointCheck();
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button size="sm" requires="ADMIN" isBusy={state.kind === 'checking'} onClick={() => void check(url)}>
        Check now
      </Button>
      <EndpointCheckResult state={state} />
    </span>
  );
}

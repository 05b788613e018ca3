import { Link } from '@tanstack/react-router';
import { Explained } from '../../components/tooltip.js';
import { targetOf } from './webhook-words.js';
import type { WebhookTargetFragment } from './webhooks.generated.js';

const MISSING = 'The target has been deleted. Calls are refused until you choose another target.';

/** The target of a webhook, or a note that it has been deleted. */
export function TargetLink({ webhook }: { webhook: WebhookTargetFragment }) {
  const { kind, name, link, isMissing } = targetOf(webhook);
  return (
    <>
      <span className="text-muted">{kind.toLowerCase()}</span>{' '}
      {isMissing ? (
        <Explained by={MISSING} className="text-red">
          {name} (deleted)
        </Explained>
      ) : (
        <Link {...link} className="hover:underline">
          {name}
        </Link>
      )}
    </>
  );
}

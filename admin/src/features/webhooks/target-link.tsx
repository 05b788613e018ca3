import { Link } from '@tanstack/react-router';
import { Explained } from '../../components/tooltip.js';
import { texts } from './texts.js';
import { targetOf } from './webhook-words.js';
import type { WebhookTargetFragment } from './webhooks.generated.js';

const t = texts.deletedTarget;

/** The target of a webhook, or a note that it has been deleted. */
export function TargetLink({ webhook }: { webhook: WebhookTargetFragment }) {
  const { kind, name, link, isMissing } = targetOf(webhook);
  return (
    <>
      <span className="text-muted">{kind.toLowerCase()}</span>{' '}
      {isMissing ? (
        <Explained by={t.explained} className="text-red">
          {t.name(name)}
        </Explained>
      ) : (
        <Link {...link} className="hover:underline">
          {name}
        </Link>
      )}
    </>
  );
}

import { Link } from '@tanstack/react-router';
import { CodeBlock } from '../../components/code/code-block.js';
import { Facts } from '../../components/facts/facts.js';
import { Time } from '../../components/facts/time.js';
import { Who } from '../../components/facts/who.js';
import { Section } from '../../components/section.js';
import { readDuration } from '../../lib/text/duration-text.js';
import { formatDuration } from '../../lib/text/time.js';
import { TargetLink } from './target-link.js';
import { curlExample, PROFILES, payloadWords, SECRET_PLACEHOLDER } from './webhook-words.js';
import type { WebhookDetailFragment } from './webhooks.generated.js';

/** Instructions for senders, with an example call. */
export function HowToCall({ webhook, secret }: { webhook: WebhookDetailFragment; secret?: string }) {
  const { url, profile, eventIdHeader, payload } = webhook;
  const { signatureHeader, timestampHeader, eventIdHeader: usual } = PROFILES[profile];
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Section title="URL">
        <CodeBlock label="webhook URL" value={url} />
      </Section>
      {profile === 'GITHUB' && (
        <Section title="In GitHub">
          <p>
            In the repository, open Settings → Webhooks → Add webhook. Enter the URL as payload URL,{' '}
            <code className="font-mono text-xs">application/json</code> as content type, and the secret.
          </p>
        </Section>
      )}
      <Section title="Headers">
        <Facts
          facts={[
            { label: signatureHeader, value: signatureWords(profile) },
            {
              label: timestampHeader ?? '',
              value: timestampHeader ? 'Unix time in seconds, within 5 minutes of now' : undefined,
            },
            { label: eventIdHeader ?? usual, value: 'Identifies the event. A repeated event is ignored.' },
          ]}
        />
        <p className="text-muted">{payloadWords(payload)} Data sources in the body are not expanded.</p>
      </Section>
      <Section title="Try it">
        <CodeBlock label="example call" value={curlExample(webhook, secret ?? SECRET_PLACEHOLDER)} />
        {!secret && (
          <p className="text-muted">
            The secret was shown once when it was created. If you have lost it, rotate it.
          </p>
        )}
      </Section>
    </div>
  );
}

function signatureWords(profile: WebhookDetailFragment['profile']): string {
  const { timestampHeader, eventIdHeader } = PROFILES[profile];
  if (profile === 'STANDARD')
    return `“v1,” and the HMAC-SHA256 of “<${eventIdHeader}>.<${timestampHeader}>.<body>”, in base64; the secret is base64 after “whsec_”`;
  return timestampHeader === null
    ? 'HMAC-SHA256 of the body with the secret, in hex after “sha256=”'
    : `HMAC-SHA256 of “<${timestampHeader}>.<body>” with the secret, in hex`;
}

/** The settings of the webhook. */
export function WebhookSettings({
  webhook,
  maxBodyBytes,
}: {
  webhook: WebhookDetailFragment;
  maxBodyBytes: number;
}) {
  const {
    profile,
    secret,
    previousSecretValidUntil,
    eventIdHeader,
    dedupeWindow,
    payload,
    createdAt,
    updatedAt,
    createdBy,
    createdByName,
    id,
  } = webhook;
  const { label, eventIdHeader: usual, dedupeWindow: usualWindow } = PROFILES[profile];
  const byProfile = <span className="text-muted"> (profile default)</span>;
  return (
    <div className="max-w-3xl">
      <Facts
        facts={[
          { label: 'Starts', value: <TargetLink webhook={webhook} /> },
          { label: 'Profile', value: label },
          {
            label: 'Secret',
            value: (
              <>
                <span className="font-mono text-xs">{secret.hint ?? 'set'}</span>
                {previousSecretValidUntil && (
                  <span className="text-muted">
                    {' '}
                    (the previous secret is valid until <Time at={previousSecretValidUntil} />)
                  </span>
                )}
              </>
            ),
          },
          {
            label: 'Event ID header',
            value: (
              <>
                <span className="font-mono text-xs">{eventIdHeader ?? usual}</span>
                {eventIdHeader === null && byProfile}
              </>
            ),
          },
          {
            label: 'Deduplication window',
            value: (
              <>
                {formatDuration(dedupeWindow ?? readDuration(usualWindow) ?? 0)}
                {dedupeWindow === null && byProfile}
              </>
            ),
          },
          { label: 'Payload', value: payloadWords(payload) },
          {
            label: 'Maximum body size',
            value: (
              <>
                {maxBodyBytes.toLocaleString('en-GB')} bytes, for all webhooks (
                <Link to="/settings" hash="webhooks" className="text-accent underline">
                  settings
                </Link>
                )
              </>
            ),
          },
          { label: 'Id', value: <span className="font-mono text-xs">{id}</span> },
          { label: 'Created', value: <Time at={createdAt} /> },
          { label: 'Created by', value: <Who id={createdBy} name={createdByName} /> },
          { label: 'Changed', value: <Time at={updatedAt} /> },
        ]}
      />
    </div>
  );
}

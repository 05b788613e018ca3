import { CodeBlock } from '../../components/code/code-block.js';
import { Facts } from '../../components/facts/facts.js';
import { Time } from '../../components/facts/time.js';
import { Who } from '../../components/facts/who.js';
import { Section } from '../../components/section.js';
import { readDuration } from '../../lib/text/duration-text.js';
import { formatDuration } from '../../lib/text/time.js';
import { TargetLink } from './target-link.js';
import { texts } from './texts.js';
import { curlExample, PROFILES, payloadWords } from './webhook-words.js';
import type { WebhookDetailFragment } from './webhooks.generated.js';

const t = texts.how;

/** Instructions for senders, with an example call. */
export function HowToCall({ webhook, secret }: { webhook: WebhookDetailFragment; secret?: string }) {
  const { url, profile, eventIdHeader, payload } = webhook;
  const { signatureHeader, timestampHeader, eventIdHeader: usual } = PROFILES[profile];
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Section title={t.url}>
        <CodeBlock label={t.webhookUrl} value={url} />
      </Section>
      {profile === 'GITHUB' && (
        <Section title={t.inGitHub}>
          <p>{t.gitHubSteps}</p>
        </Section>
      )}
      <Section title={t.headers}>
        <Facts
          facts={[
            { label: signatureHeader, value: signatureWords(profile) },
            { label: timestampHeader ?? '', value: timestampHeader ? t.timestamp : undefined },
            { label: eventIdHeader ?? usual, value: t.eventId },
          ]}
        />
        <p className="text-muted">
          {payloadWords(payload)} {t.notExpanded}
        </p>
      </Section>
      <Section title={t.tryIt}>
        <CodeBlock label={t.example} value={curlExample(webhook, secret)} />
        {!secret && <p className="text-muted">{t.lostSecret}</p>}
      </Section>
    </div>
  );
}

function signatureWords(profile: WebhookDetailFragment['profile']): string {
  const { timestampHeader, eventIdHeader } = PROFILES[profile];
  if (profile === 'STANDARD') return t.standardSignature(eventIdHeader, timestampHeader);
  return timestampHeader === null ? t.bodySignature : t.timedSignature(timestampHeader);
}

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
  const byProfile = <span className="text-muted"> {texts.settings.profileDefault}</span>;
  return (
    <div className="max-w-3xl">
      <Facts
        facts={[
          { label: texts.common.startsLabel, value: <TargetLink webhook={webhook} /> },
          { label: texts.common.profile, value: label },
          {
            label: texts.common.secret,
            value: (
              <>
                <span className="font-mono text-xs">{secret.hint ?? texts.settings.secretSet}</span>
                {previousSecretValidUntil && (
                  <span className="text-muted">
                    {' '}
                    {texts.settings.previousSecret(<Time at={previousSecretValidUntil} />)}
                  </span>
                )}
              </>
            ),
          },
          {
            label: texts.common.eventIdHeader,
            value: (
              <>
                <span className="font-mono text-xs">{eventIdHeader ?? usual}</span>
                {eventIdHeader === null && byProfile}
              </>
            ),
          },
          {
            label: texts.common.dedupeWindow,
            value: (
              <>
                {formatDuration(dedupeWindow ?? readDuration(usualWindow) ?? 0)}
                {dedupeWindow === null && byProfile}
              </>
            ),
          },
          { label: texts.common.payload, value: payloadWords(payload) },
          { label: texts.settings.maxBody, value: texts.settings.maxBodyBytes(maxBodyBytes) },
          { label: texts.settings.id, value: <span className="font-mono text-xs">{id}</span> },
          { label: texts.common.created, value: <Time at={createdAt} /> },
          { label: texts.settings.createdBy, value: <Who id={createdBy} name={createdByName} /> },
          { label: texts.settings.changed, value: <Time at={updatedAt} /> },
        ]}
      />
    </div>
  );
}

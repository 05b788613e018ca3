import type { Status } from '../../components/facts/status-badge.js';
import type { LinkTarget } from '../../lib/link-target.js';
import { linkTo } from '../../lib/link-to.js';
import { texts } from './texts.js';
import type {
  WebhookDetailFragment,
  WebhookOutcome,
  WebhookProfile,
  WebhookTargetFragment,
  WebhookTargetType,
} from './webhooks.generated.js';

export const WEBHOOKS = { label: texts.common.webhooks, to: '/webhooks' } as const;

/** What a webhook can start. */
export const TARGETS = {
  AGENT: { label: texts.targets.AGENT, entity: 'agent', field: 'agentId' },
  PIPELINE: { label: texts.targets.PIPELINE, entity: 'pipeline', field: 'pipelineId' },
  SCHEDULE: { label: texts.targets.SCHEDULE, entity: 'schedule', field: 'scheduleId' },
} as const satisfies Record<WebhookTargetType, object>;

export interface Target {
  /** Such as `Agent`. */
  kind: string;
  name: string;
  id: string;
  /** Path below /admin. */
  link: LinkTarget;
  /** Whether the target has been deleted. If so, calls are refused. */
  isMissing: boolean;
}

export function targetOf(webhook: WebhookTargetFragment): Target {
  const { label, entity, field } = TARGETS[webhook.targetType];
  const id = webhook[field] ?? '';
  const found = webhook[entity];
  return { kind: label, name: found?.name ?? id, id, link: linkTo[entity](id), isMissing: found === null };
}

export const OUTCOMES: Readonly<Record<WebhookOutcome, { status: Status; word: string }>> = {
  ACCEPTED: { status: 'completed', word: texts.outcomes.ACCEPTED },
  DUPLICATE: { status: 'skipped', word: texts.outcomes.DUPLICATE },
  REJECTED: { status: 'failed', word: texts.outcomes.REJECTED },
};

interface Profile {
  label: string;
  /** What is signed, and where the signature is. */
  signed: string;
  signatureHeader: string;
  /** Null if only the body is signed. */
  timestampHeader: string | null;
  eventIdHeader: string;
  dedupeWindow: string;
}

/** The conventions of each kind of sender. The server has the same table (src/domain/webhook/profile.ts). */
export const PROFILES: Readonly<Record<WebhookProfile, Profile>> = {
  GENERIC: {
    ...texts.profiles.GENERIC,
    signatureHeader: 'x-signature',
    timestampHeader: 'x-timestamp',
    eventIdHeader: 'x-event-id',
    dedupeWindow: '1d',
  },
  GITHUB: {
    ...texts.profiles.GITHUB,
    signatureHeader: 'x-hub-signature-256',
    timestampHeader: null,
    eventIdHeader: 'x-github-delivery',
    dedupeWindow: '3d',
  },
  STANDARD: {
    ...texts.profiles.STANDARD,
    signatureHeader: 'webhook-signature',
    timestampHeader: 'webhook-timestamp',
    eventIdHeader: 'webhook-id',
    dedupeWindow: '1d',
  },
};

/** Describes in one sentence how the body of a call becomes params. */
export function payloadWords({ mode, inputKey }: WebhookDetailFragment['payload']): string {
  if (mode === 'RAW') return texts.payloads.text(inputKey);
  if (inputKey === null) return texts.payloads.members;
  return texts.payloads.param(inputKey);
}

type Callable = Pick<WebhookDetailFragment, 'url' | 'profile' | 'eventIdHeader' | 'payload'>;

/** An example call, which works once the secret is filled in. Needs a POSIX shell, openssl and curl. */
export function curlExample(
  { url, profile, eventIdHeader, payload }: Callable,
  secret: string = texts.secretPlaceholder,
): string {
  const { signatureHeader, timestampHeader, eventIdHeader: usual } = PROFILES[profile];
  const isRaw = payload.mode === 'RAW';
  const isStandard = profile === 'STANDARD';
  const signed = timestampHeader === null ? '$BODY' : '$TIME.$BODY';
  const sign = isStandard
    ? `KEY=$(printf '%s' "\${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
SIGNATURE=$(printf '%s' "example-$TIME.$TIME.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)
`
    : `SIGNATURE=$(printf '%s' "${signed}" | openssl dgst -sha256 -hmac "$SECRET" | cut -d' ' -f2)\n`;
  return `SECRET='${secret.replaceAll("'", `'\\''`)}'
BODY='${isRaw ? 'hello' : '{"symbol":"AAPL"}'}'
TIME=$(date +%s)
${sign}curl -sS '${url}' \\
  -H 'content-type: ${isRaw ? 'text/plain' : 'application/json'}' \\
${timestampHeader === null ? '' : `  -H "${timestampHeader}: $TIME" \\\n`}  -H "${eventIdHeader ?? usual}: example-$TIME" \\
  -H "${signatureHeader}: ${isStandard ? 'v1,' : 'sha256='}$SIGNATURE" \\
  --data-binary "$BODY"`;
}

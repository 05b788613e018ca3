import type { Status } from '../../components/facts/status-badge.js';
import type { LinkTarget } from '../../lib/link-target.js';
import { linkTo } from '../../lib/link-to.js';
import type {
  WebhookDetailFragment,
  WebhookOutcome,
  WebhookProfile,
  WebhookTargetFragment,
  WebhookTargetType,
} from './webhooks.generated.js';

export const WEBHOOKS = { label: 'Webhooks', to: '/webhooks' } as const;

/** What a webhook can start. */
export const TARGETS = {
  AGENT: { label: 'Agent', entity: 'agent', field: 'agentId' },
  PIPELINE: { label: 'Pipeline', entity: 'pipeline', field: 'pipelineId' },
  SCHEDULE: { label: 'Schedule', entity: 'schedule', field: 'scheduleId' },
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
  return {
    kind: label,
    name: found?.name ?? id,
    id,
    link: linkTo[entity](id),
    isMissing: found === null,
  };
}

export const OUTCOMES: Readonly<Record<WebhookOutcome, { status: Status; word: string }>> = {
  ACCEPTED: { status: 'completed', word: 'Accepted' },
  DUPLICATE: { status: 'skipped', word: 'Duplicate' },
  REJECTED: { status: 'failed', word: 'Rejected' },
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
    label: 'Generic',
    signed: 'Signed with X-Signature over X-Timestamp and the body.',
    signatureHeader: 'x-signature',
    timestampHeader: 'x-timestamp',
    eventIdHeader: 'x-event-id',
    dedupeWindow: '1d',
  },
  GITHUB: {
    label: 'GitHub',
    signed: 'Signed like GitHub webhooks: X-Hub-Signature-256 over the body.',
    signatureHeader: 'x-hub-signature-256',
    timestampHeader: null,
    eventIdHeader: 'x-github-delivery',
    dedupeWindow: '3d',
  },
  STANDARD: {
    label: 'Standard Webhooks',
    signed:
      'Signed according to Standard Webhooks: webhook-signature over webhook-id, webhook-timestamp and the body.',
    signatureHeader: 'webhook-signature',
    timestampHeader: 'webhook-timestamp',
    eventIdHeader: 'webhook-id',
    dedupeWindow: '1d',
  },
};

/** Describes in one sentence how the body of a call becomes params. */
export function payloadWords({ mode, inputKey }: WebhookDetailFragment['payload']): string {
  if (mode === 'RAW') return `The body text is stored in the param “${inputKey}”.`;
  if (inputKey === null) return 'The body is a JSON object. Each property becomes a param.';
  return `The body is JSON and is stored in the param “${inputKey}”.`;
}

type Callable = Pick<WebhookDetailFragment, 'url' | 'profile' | 'eventIdHeader' | 'payload'>;

/** An example call that works once the secret is filled in. Needs a POSIX shell, openssl and curl. */
export function curlExample({ url, profile, eventIdHeader, payload }: Callable, secret: string): string {
  const { signatureHeader, timestampHeader, eventIdHeader: usual } = PROFILES[profile];
  const isRaw = payload.mode === 'RAW';
  const isStandard = profile === 'STANDARD';
  const signed = timestampHeader === null ? `printf '%s' "$BODY"` : `printf '%s.%s' "$TIME" "$BODY"`;
  const sign = isStandard
    ? [
        `KEY=$(printf '%s' "\${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')`,
        `SIGNATURE=$(printf 'example-%s.%s.%s' "$TIME" "$TIME" "$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)`,
      ]
    : [`SIGNATURE=$(${signed} | openssl dgst -sha256 -hmac "$SECRET" | cut -d' ' -f2)`];
  return [
    `SECRET='${secret.replaceAll("'", `'\\''`)}'`,
    isRaw ? `BODY='hello'` : `BODY='{"symbol": "AAPL"}'`,
    'TIME=$(date +%s)',
    ...sign,
    `curl -sS '${url}' \\`,
    `  -H 'content-type: ${isRaw ? 'text/plain' : 'application/json'}' \\`,
    ...(timestampHeader === null ? [] : [`  -H "${timestampHeader}: $TIME" \\`]),
    `  -H "${eventIdHeader ?? usual}: example-$TIME" \\`,
    `  -H "${signatureHeader}: ${isStandard ? 'v1,' : 'sha256='}$SIGNATURE" \\`,
    '  --data-binary "$BODY"',
  ].join('\n');
}

/** Stands for the secret if it is not known here. */
export const SECRET_PLACEHOLDER = 'paste the secret here';

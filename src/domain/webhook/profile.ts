/** The conventions of one kind of sender: which headers it sends, and how long it may repeat an event. */
export interface WebhookRules {
  /** In lower case, as in Node. */
  signatureHeader: string;
  /** Seconds since 1970, signed with the body. Null if only the body is signed. */
  timestampHeader: string | null;
  eventIdHeader: string;
  /**
   * How long a signature is remembered, in milliseconds, so that a captured call cannot be sent again
   * as another event. Null uses the deduplication window.
   */
  signatureWindow: number | null;
  /** How long an event with the same id counts as the same one, in milliseconds. */
  dedupeWindow: number;
}

export const WEBHOOK_PROFILES = ['generic', 'github', 'standard'] as const;
export type WebhookProfile = (typeof WEBHOOK_PROFILES)[number];

const DAY = 86_400_000;
/** How far a signed timestamp may be from our clock, in either direction. */
export const TIMESTAMP_TOLERANCE = 300_000;
/** As long as a timestamp can be accepted: from as far ahead of our clock as allowed to as far behind. */
const SIGNATURE_WINDOW = 2 * TIMESTAMP_TOLERANCE + 60_000;

/**
 * `standard`: standardwebhooks.com. `github`: docs.github.com, "Validating webhook deliveries"; GitHub allows
 * manual redelivery for up to three days.
 */
export const WEBHOOK_RULES: Readonly<Record<WebhookProfile, WebhookRules>> = {
  generic: {
    signatureHeader: 'x-signature',
    timestampHeader: 'x-timestamp',
    eventIdHeader: 'x-event-id',
    signatureWindow: SIGNATURE_WINDOW,
    dedupeWindow: DAY,
  },
  github: {
    signatureHeader: 'x-hub-signature-256',
    timestampHeader: null,
    eventIdHeader: 'x-github-delivery',
    signatureWindow: null,
    dedupeWindow: 3 * DAY,
  },
  standard: {
    signatureHeader: 'webhook-signature',
    timestampHeader: 'webhook-timestamp',
    eventIdHeader: 'webhook-id',
    signatureWindow: SIGNATURE_WINDOW,
    dedupeWindow: DAY,
  },
};

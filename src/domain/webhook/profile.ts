/** What senders of one kind agree on: which headers they send, and how long they may send an event again. */
export interface WebhookRules {
  /** Lower case, as Node has them. */
  signatureHeader: string;
  /** Seconds since 1970, signed with the body; null: nothing but the body is signed. */
  timestampHeader: string | null;
  eventIdHeader: string;
  /** Milliseconds for which an event that comes again is the same one. */
  dedupeWindow: number;
}

export const WEBHOOK_PROFILES = ['generic', 'github'] as const;
export type WebhookProfile = (typeof WEBHOOK_PROFILES)[number];

const DAY = 86_400_000;

/** `github`: docs.github.com, "Validating webhook deliveries"; it delivers again by hand for up to three days. */
export const WEBHOOK_RULES: Readonly<Record<WebhookProfile, WebhookRules>> = {
  generic: {
    signatureHeader: 'x-signature',
    timestampHeader: 'x-timestamp',
    eventIdHeader: 'x-event-id',
    dedupeWindow: DAY,
  },
  github: {
    signatureHeader: 'x-hub-signature-256',
    timestampHeader: null,
    eventIdHeader: 'x-github-delivery',
    dedupeWindow: 3 * DAY,
  },
};

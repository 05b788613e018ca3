/** Enums of webhooks. The database stores the same values in lower case. */
import type { WebhookProfile as WebhookProfileName } from '../../domain/webhook/profile.js';
import { enumOf } from '../types/enum-of.js';

export const WebhookTargetType = enumOf('WebhookTargetType', 'What a call of a webhook starts.', {
  agent: 'An agent.',
  pipeline: 'A pipeline.',
  schedule: 'A schedule.',
});

export const WebhookProfile = enumOf<WebhookProfileName>(
  'WebhookProfile',
  'How calls of a webhook are signed.',
  {
    generic: 'Headers `X-Signature`, `X-Timestamp` and `X-Event-Id`.',
    github: 'GitHub: headers `X-Hub-Signature-256` and `X-GitHub-Delivery`.',
    standard: 'Standard Webhooks: headers `webhook-signature`, `webhook-timestamp` and `webhook-id`.',
  },
);

export const WebhookPayloadMode = enumOf('WebhookPayloadMode', 'How the body of a webhook call is read.', {
  raw: 'As text.',
  json: 'As JSON.',
});

export const WebhookOutcome = enumOf('WebhookOutcome', 'What a webhook call led to.', {
  accepted: 'It started a run.',
  duplicate: 'The event had been received before. The response returns the earlier run.',
  rejected: 'It was refused.',
});

/** The draft of a webhook: texts as typed. */
import {
  choice,
  type DraftOf,
  duration,
  emptyDraft,
  secret,
  sendDraft,
  showDraft,
  text,
} from '../../components/forms/draft.js';
import { TARGETS, targetOf } from './webhook-words.js';
import type {
  CreateWebhookInput,
  WebhookDetailFragment,
  WebhookProfile,
  WebhookTargetType,
} from './webhooks.generated.js';

/** The param that holds the body of a call by default. */
export const USUAL_KEY = 'payload';

const FIELDS = {
  name: text({ otherwise: '' }),
  key: text(),
  targetType: choice<WebhookTargetType>('AGENT'),
  profile: choice<WebhookProfile>('GENERIC'),
  eventIdHeader: text(),
  dedupeWindow: duration(),
  inputKey: text({ path: 'payload.inputKey', empty: USUAL_KEY }),
  /** Only for a new webhook. */
  secret: secret({ isExact: true }),
};

/** Fields that are checked together. */
export const TOGETHER = [['targetType', 'agentId', 'pipelineId', 'scheduleId']];

export interface WebhookDraft extends DraftOf<typeof FIELDS> {
  /** The ID of the target. Empty if none is chosen. */
  target: string;
  payload: 'param' | 'members' | 'text';
}

export const EMPTY_DRAFT: WebhookDraft = { ...emptyDraft(FIELDS), target: '', payload: 'param' };

export function draftOf(webhook: WebhookDetailFragment): WebhookDraft {
  const { mode, inputKey } = webhook.payload;
  return {
    ...showDraft(FIELDS, webhook),
    target: targetOf(webhook).id,
    payload: mode === 'RAW' ? 'text' : inputKey === null ? 'members' : 'param',
  };
}

/** Empty fields return to the default of the profile. */
export function inputOf(draft: WebhookDraft): CreateWebhookInput {
  const { input } = sendDraft<CreateWebhookInput>(FIELDS, draft);
  for (const [type, { field }] of Object.entries(TARGETS))
    input[field] = type === draft.targetType ? draft.target || null : null;
  input.payload = {
    mode: draft.payload === 'text' ? 'RAW' : 'JSON',
    inputKey: draft.payload === 'members' ? null : draft.inputKey.trim() || USUAL_KEY,
  };
  return input;
}

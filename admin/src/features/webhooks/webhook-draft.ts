import type { Choice } from '../../components/forms/combobox.js';
import { writeDuration } from '../../lib/text/duration-text.js';
import { targetOf } from './webhook-words.js';
import type {
  CreateWebhookInput,
  WebhookDetailFragment,
  WebhookProfile,
  WebhookTargetType,
} from './webhooks.generated.js';

/** The draft of a webhook: texts as typed. */
export interface WebhookDraft {
  name: string;
  /** Empty if the webhook has no key. */
  key: string;
  targetType: WebhookTargetType;
  target: Choice | null;
  profile: WebhookProfile;
  eventIdHeader: string;
  dedupeWindow: string;
  payload: 'param' | 'members' | 'text';
  inputKey: string;
  /** Only for a new webhook. */
  secret: string;
}

export const EMPTY_DRAFT: WebhookDraft = {
  name: '',
  key: '',
  targetType: 'AGENT',
  target: null,
  profile: 'GENERIC',
  eventIdHeader: '',
  dedupeWindow: '',
  payload: 'param',
  inputKey: 'payload',
  secret: '',
};

export function draftOf(webhook: WebhookDetailFragment): WebhookDraft {
  const { name, key, targetType, profile, eventIdHeader, dedupeWindow, payload } = webhook;
  const target = targetOf(webhook);
  return {
    name,
    key: key ?? '',
    targetType,
    target: { value: target.id, label: target.name },
    profile,
    eventIdHeader: eventIdHeader ?? '',
    dedupeWindow: dedupeWindow === null ? '' : writeDuration(dedupeWindow),
    payload: payload.mode === 'RAW' ? 'text' : payload.inputKey === null ? 'members' : 'param',
    inputKey: payload.inputKey ?? 'payload',
    secret: '',
  };
}

/** Empty fields return to the default of the profile. */
export function inputOf(draft: WebhookDraft): Omit<CreateWebhookInput, 'secret'> {
  const id = draft.target?.value ?? null;
  return {
    name: draft.name,
    key: draft.key.trim() || null,
    targetType: draft.targetType,
    agentId: draft.targetType === 'AGENT' ? id : null,
    pipelineId: draft.targetType === 'PIPELINE' ? id : null,
    scheduleId: draft.targetType === 'SCHEDULE' ? id : null,
    profile: draft.profile,
    eventIdHeader: draft.eventIdHeader.trim() || null,
    dedupeWindow: draft.dedupeWindow.trim() || null,
    payload: {
      mode: draft.payload === 'text' ? 'RAW' : 'JSON',
      inputKey: draft.payload === 'members' ? null : draft.inputKey.trim() || 'payload',
    },
  };
}

import { sendDraft, showDraft } from '../../components/forms/draft.js';
import { type FieldValues, fieldsAt, type KindField } from '../../components/forms/kind-fields.js';
import type { Issue } from '../../lib/graphql/use-action.js';
import { CHANNEL_KINDS, type ChannelSettings } from './channel-kinds.js';
import type {
  NotificationChannelInput,
  NotificationChannelSettingsFragment,
  NotificationChannelType,
} from './notifications.generated.js';

/** A channel as its form shows it. */
export interface ChannelDraft {
  name: string;
  type: NotificationChannelType;
  /** By path. Those of kinds that were chosen before are kept. */
  settings: FieldValues;
}

/** The draft of a stored channel, or of a new one. A name such as `email` suggests the kind. */
export function draftOf(
  name: string,
  stored?: NotificationChannelSettingsFragment & ChannelSettings,
): ChannelDraft {
  const types = Object.keys(CHANNEL_KINDS) as [NotificationChannelType];
  const type = stored?.type ?? types.find((each) => each === name.toUpperCase()) ?? types[0];
  return { name, type, settings: stored?.type ? showDraft(settingsOf(type), stored) : {} };
}

export function settingsOf(type: NotificationChannelType): Record<string, KindField> {
  return fieldsAt(type.toLowerCase(), CHANNEL_KINDS[type]);
}

export function readDraft({ name, type, settings }: ChannelDraft): {
  input: NotificationChannelInput;
  issues: Issue[];
} {
  const { input, issues } = sendDraft<NotificationChannelInput>(settingsOf(type), settings);
  return { input: { [type.toLowerCase()]: {}, ...input, name: name.trim() }, issues };
}

import { lockConfigValue, writeConfigValue } from '../../db/system/config-values.js';
import { parseChannels } from '../../domain/notification/channel.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { type CreationRequest, createOnce } from '../system/create-once.js';
import { parseInput } from '../system/parse-input.js';
import { invalidAt, ok, type Result } from '../system/result.js';
import { draftChannel, notificationChannelInput } from './notification-channel-input.js';

/** More channels than this would be a mistake or an attack. */
const MAX_CHANNELS = 20;

/**
 * Stores a channel under its name, or replaces it. Secrets that are not given are kept. Takes effect
 * immediately.
 */
export async function setNotificationChannel(
  deps: Pick<ServiceDeps, 'pool' | 'secretBox' | 'secretKey' | 'guard' | 'logger'>,
  actor: Actor,
  input: unknown,
  { idempotencyKey, managedBy }: CreationRequest = {},
): Promise<Result<{ name: string }>> {
  const parsed = parseInput(notificationChannelInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const { name } = parsed.value;
  const once = { operation: 'setNotificationChannel', input, idempotencyKey };
  const result = await createOnce(deps, once, async (client) => {
    const channels = parseChannels(await lockConfigValue(client, 'notifications'));
    const draft = draftChannel(deps, parsed.value, channels.get(name));
    if (draft.kind !== 'ok') return draft;
    const owner = managedBy === undefined ? channels.get(name)?.managedBy : (managedBy ?? undefined);
    channels.set(name, { ...draft.channel, managedBy: owner });
    if (channels.size > MAX_CHANNELS)
      return invalidAt(
        ['name'],
        `cannot be added: there are already ${MAX_CHANNELS} channels. Delete one first`,
      );
    await writeConfigValue(client, 'notifications', { channels: Object.fromEntries(channels) }, actor);
    return ok({ id: name });
  });
  if (result.kind !== 'ok') return result;
  if (!result.value.repeated)
    deps.logger.info('notification_channel.set', { channel: name, actor: actor.id });
  return ok({ name });
}

import { z } from 'zod';
import { databaseNow } from '../../db/system/database-now.js';
import { updateRow } from '../../db/system/write-row.js';
import { lockWebhook } from '../../db/webhooks/load-webhook.js';
import { durationMs } from '../../domain/input-forms.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { invalid, notFound, ok } from '../system/result.js';
import { useCase } from '../system/use-case.js';
import { webhookSecretColumns, webhookSecretInput, webhookSecretOf } from './webhook-secret.js';

const WEEK_MS = 7 * 86_400_000;

const rotateInput = z.strictObject({
  id: z.string(),
  secret: webhookSecretInput,
  /** How long the old secret is still accepted. */
  keepOldFor: durationMs.refine((ms) => ms <= WEEK_MS, 'is longer than 7 days').nullish(),
});

/**
 * Sets another secret of a webhook, the given one or a generated one. The old one is accepted too during
 * `keepOldFor`, so that senders can be updated. By default it is not, because it may have leaked. A secret
 * from an earlier rotation stops working.
 */
export const rotateWebhookSecret = useCase(
  rotateInput,
  async (deps, actor, { id, secret: given, keepOldFor }) => {
    const result = await withTransaction(deps.pool, async (client) => {
      const webhook = await lockWebhook(client, id);
      if (!webhook) return notFound('webhook', id);
      const { secret, issues } = webhookSecretOf(webhook.profile, given);
      if (issues.length > 0) return invalid(issues);
      const now = await databaseNow(client);
      await updateRow(client, 'Webhook', id, {
        ...webhookSecretColumns(deps.secretBox, id, secret),
        previousSecret: keepOldFor ? webhook.secret : null,
        previousValidUntil: keepOldFor ? new Date(now.getTime() + keepOldFor) : null,
      });
      return ok({ id, secret });
    });
    if (result.kind === 'ok')
      deps.logger.info('webhook.secret_rotated', { webhookId: id, keepOldFor, actor: actor.id });
    return result;
  },
);

import { createWebhook, type WebhookWithSecret } from '../../services/webhooks/create-webhook.js';
import { deleteWebhook } from '../../services/webhooks/delete-webhook.js';
import { rotateWebhookSecret } from '../../services/webhooks/rotate-webhook-secret.js';
import { setWebhookSuspended } from '../../services/webhooks/set-webhook-suspended.js';
import { updateWebhook } from '../../services/webhooks/update-webhook.js';
import { builder } from '../builder.js';
import { referenceIn } from '../lists/reference.js';
import { secretCreationKey } from '../types/idempotency-key.js';
import { byId, mutationOf } from '../types/mutation.js';
import { STABLE_KEY } from '../types/stable-key.js';
import { findWebhook, Webhook } from './webhook.js';
import { WebhookPayloadMode, WebhookProfile, WebhookTargetType } from './webhook-enums.js';

const WebhookPayloadInput = builder.inputType('WebhookPayloadInput', {
  description: 'How the body of a call becomes params.',
  fields: (t) => ({
    mode: t.field({ type: WebhookPayloadMode, description: 'How the body is read. Defaults to `JSON`.' }),
    inputKey: t.string({
      description:
        'Name of the param that receives the body. Defaults to "payload". In `JSON` mode, null or an empty string merges the members of the body over the target’s params instead.',
    }),
  }),
});

/** An update requires none of these fields. Omitted fields keep their value. */
function webhookInput(name: string, required: boolean) {
  return builder.inputType(name, {
    description: required
      ? 'A new webhook.'
      : 'Changes to a webhook. Omitted fields keep their value; null resets a field to its default. `payload` is replaced as a whole.',
    fields: (t) => ({
      key: t.string({ description: STABLE_KEY }),
      name: t.string({ required, description: 'Display name, 1 to 200 characters.' }),
      targetType: t.field({ type: WebhookTargetType, required, description: 'What a call starts.' }),
      ...t.fields('ID', {
        agentId: 'ID of the agent to run. Required for the target type `AGENT`.',
        pipelineId: 'ID of the pipeline to run. Required for the target type `PIPELINE`.',
        scheduleId: 'ID of the schedule to run, often a template. Required for the target type `SCHEDULE`.',
      }),
      profile: t.field({ type: WebhookProfile, description: 'How calls are signed. Defaults to `GENERIC`.' }),
      eventIdHeader: t.string({
        description: 'Header that carries the event ID. Defaults to the one of the profile.',
      }),
      ...t.fields('Duration', {
        dedupeWindow:
          'How long a repeated event ID counts as a duplicate. Defaults to 1 day, or 3 days for the profile `GITHUB`.',
      }),
      payload: t.field({ type: WebhookPayloadInput, description: 'How the body of a call becomes params.' }),
      ...(required && {
        secret: t.string({
          description: 'Secret that signs calls, at least 16 characters. Defaults to a generated one.',
        }),
      }),
    }),
  });
}

const CreateWebhookInput = webhookInput('CreateWebhookInput', true);
const UpdateWebhookInput = webhookInput('UpdateWebhookInput', false);

/** Each mutation that returns a secret has its own result type, because unions name their members. */
function withSecret(name: string, description: string) {
  return builder.objectRef<WebhookWithSecret>(name).implement({
    description,
    fields: (t) => ({
      secret: t.exposeString('secret', { description: 'The secret itself. It cannot be read again.' }),
      webhook: t.field({
        ...referenceIn('id', Webhook, (prisma) => prisma.webhook),
        description: 'The webhook. Null if it has already been deleted.',
      }),
    }),
  });
}

const webhookMutation = mutationOf(Webhook, byId(findWebhook));

builder.mutationFields((t) => ({
  createWebhook: mutationOf(withSecret('CreatedWebhook', 'A new webhook, with its secret.'))(t, {
    by: 'admin',
    description: 'Creates a webhook.',
    args: {
      input: t.arg({ type: CreateWebhookInput, required: true, description: 'The webhook.' }),
      idempotencyKey: t.arg(secretCreationKey),
    },
    run: (deps, actor, { input, ...once }) => createWebhook(deps, actor, input, once),
  }),
  updateWebhook: webhookMutation(t, {
    by: 'admin',
    description: 'Changes a webhook. Omitted fields keep their value; `payload` is replaced as a whole.',
    args: {
      id: t.arg.id({ required: true, description: 'ID of the webhook.' }),
      input: t.arg({ type: UpdateWebhookInput, required: true, description: 'The changes.' }),
    },
    run: updateWebhook,
  }),
  deleteWebhook: webhookMutation(t, {
    by: 'admin',
    description: 'Deletes a webhook and returns it as it was. Runs it has started continue.',
    args: { id: t.arg.id({ required: true, description: 'ID of the webhook.' }) },
    returnsPrevious: true,
    run: deleteWebhook,
  }),
  suspendWebhook: webhookMutation(t, {
    by: 'operator',
    description: 'Suspends a webhook. Calls are refused with 409 until it is resumed.',
    args: { id: t.arg.id({ required: true, description: 'ID of the webhook.' }) },
    run: (deps, actor, { id }) => setWebhookSuspended(deps, actor, { id, suspended: true }),
  }),
  resumeWebhook: webhookMutation(t, {
    by: 'operator',
    description: 'Resumes a suspended webhook.',
    args: { id: t.arg.id({ required: true, description: 'ID of the webhook.' }) },
    run: (deps, actor, { id }) => setWebhookSuspended(deps, actor, { id, suspended: false }),
  }),
  rotateWebhookSecret: mutationOf(withSecret('RotatedWebhookSecret', 'A webhook with its new secret.'))(t, {
    by: 'admin',
    description:
      'Replaces the secret of a webhook. The old secret becomes invalid immediately, unless `keepOldFor` is given.',
    args: {
      id: t.arg.id({ required: true, description: 'ID of the webhook.' }),
      secret: t.arg.string({
        description: 'The new secret, at least 16 characters. Defaults to a generated one.',
      }),
      ...t.arg.fields('Duration', {
        keepOldFor:
          'How long calls signed with the old secret are still accepted, at most 7 days. Omit it if the old secret has leaked. Defaults to not at all.',
      }),
    },
    run: rotateWebhookSecret,
  }),
}));

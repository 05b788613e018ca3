import { createWebhook, type WebhookWithSecret } from '../../services/webhooks/create-webhook.js';
import { deleteWebhook } from '../../services/webhooks/delete-webhook.js';
import { rotateWebhookSecret } from '../../services/webhooks/rotate-webhook-secret.js';
import { setWebhookSuspended } from '../../services/webhooks/set-webhook-suspended.js';
import { updateWebhook } from '../../services/webhooks/update-webhook.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { loadById } from '../lists/reference.js';
import { WebhookPayloadMode, WebhookProfile, WebhookTargetType } from '../types/enums.js';
import { answer, resultUnion } from '../types/errors.js';
import { secretCreationKey } from '../types/idempotency-key.js';
import { STABLE_KEY } from '../types/stable-key.js';
import { findWebhook, Webhook } from './webhook.js';

const WebhookPayloadInput = builder.inputType('WebhookPayloadInput', {
  fields: (t) => ({
    mode: t.field({ type: WebhookPayloadMode, description: 'Default JSON.' }),
    inputKey: t.string({
      description:
        'The param that gets the body; default "payload". Null or empty, of JSON only: the members of the object become params, laid over those of the target.',
    }),
  }),
});

/** Of an update all of it is optional, and what is left out stays as it is. */
function webhookInput(name: string, required: boolean) {
  return builder.inputType(name, {
    fields: (t) => ({
      key: t.string({ description: STABLE_KEY }),
      name: t.string({ required }),
      targetType: t.field({ type: WebhookTargetType, required }),
      agentId: t.id(),
      pipelineId: t.id(),
      scheduleId: t.id({ description: 'Lends its params and settings; a template, often.' }),
      profile: t.field({ type: WebhookProfile, description: 'Default GENERIC.' }),
      eventIdHeader: t.string({ description: 'Default: the profile’s.' }),
      dedupeWindow: t.field({
        type: 'Duration',
        description: 'Default: the profile’s, 1 day, or 3 days for GITHUB.',
      }),
      payload: t.field({ type: WebhookPayloadInput }),
      ...(required && {
        secret: t.string({ description: 'At least 16 characters; default: one is made.' }),
      }),
    }),
  });
}

const CreateWebhookInput = webhookInput('CreateWebhookInput', true);
const UpdateWebhookInput = webhookInput('UpdateWebhookInput', false);

/** Each mutation that tells a secret has a result of its own, for unions name their members. */
function withSecret(name: string) {
  return builder.objectRef<WebhookWithSecret>(name).implement({
    fields: (t) => ({
      secret: t.exposeString('secret', { description: 'The secret itself. It cannot be read again.' }),
      webhook: t.field({
        type: Webhook,
        nullable: true,
        resolve: ({ id }, _args, context, info) =>
          loadById<typeof Webhook.$inferType>(context, info, context.prisma.webhook, id),
      }),
    }),
  });
}

const idArg = { required: true } as const;

builder.mutationFields((t) => ({
  createWebhook: t.field({
    type: resultUnion('CreateWebhook', withSecret('CreatedWebhook')),
    authScopes: { admin: true },
    args: {
      input: t.arg({ type: CreateWebhookInput, required: true }),
      idempotencyKey: t.arg(secretCreationKey),
    },
    resolve: (_root, { input, ...once }, context) =>
      answer(createWebhook(context.services, actorOf(context), input, once), (created) => created),
  }),
  updateWebhook: t.field({
    type: resultUnion('UpdateWebhook', Webhook),
    description: 'What is left out stays as it is; payload is replaced as a whole.',
    authScopes: { admin: true },
    args: { id: t.arg.id(idArg), input: t.arg({ type: UpdateWebhookInput, required: true }) },
    resolve: (_root, { id, input }, context, info) =>
      answer(updateWebhook(context.services, actorOf(context), { id, input }), () =>
        findWebhook(context, info, id),
      ),
  }),
  deleteWebhook: t.field({
    type: resultUnion('DeleteWebhook', Webhook),
    description: 'Returns the webhook as it was. What it has started goes on.',
    authScopes: { admin: true },
    args: { id: t.arg.id(idArg) },
    async resolve(_root, { id }, context, info) {
      const webhook = await findWebhook(context, info, id);
      return answer(deleteWebhook(context.services, actorOf(context), { id }), () => webhook);
    },
  }),
  suspendWebhook: t.field({
    type: resultUnion('SuspendWebhook', Webhook),
    description: 'Calls are refused with 409 until it is resumed.',
    authScopes: { operator: true },
    args: { id: t.arg.id(idArg) },
    resolve: (_root, { id }, context, info) =>
      answer(setWebhookSuspended(context.services, actorOf(context), { id, suspended: true }), () =>
        findWebhook(context, info, id),
      ),
  }),
  resumeWebhook: t.field({
    type: resultUnion('ResumeWebhook', Webhook),
    authScopes: { operator: true },
    args: { id: t.arg.id(idArg) },
    resolve: (_root, { id }, context, info) =>
      answer(setWebhookSuspended(context.services, actorOf(context), { id, suspended: false }), () =>
        findWebhook(context, info, id),
      ),
  }),
  rotateWebhookSecret: t.field({
    type: resultUnion('RotateWebhookSecret', withSecret('RotatedWebhookSecret')),
    description:
      'The old secret is worth nothing from now on, unless keepOldFor says how long it still counts.',
    authScopes: { admin: true },
    args: {
      id: t.arg.id(idArg),
      secret: t.arg.string({ description: 'At least 16 characters; default: one is made.' }),
      keepOldFor: t.arg({
        type: 'Duration',
        description:
          'For as long calls signed with the old secret are taken as well, at most 7 days. Leave it out when the old one has leaked.',
      }),
    },
    resolve: (_root, args, context) =>
      answer(rotateWebhookSecret(context.services, actorOf(context), args), (rotated) => rotated),
  }),
}));

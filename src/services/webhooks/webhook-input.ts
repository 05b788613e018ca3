/** The form of a webhook's fields, and the check of its target. */
import { z } from 'zod';
import type { Queryable } from '../../db/system/queryable.js';
import type { Columns } from '../../db/system/write-row.js';
import type { StoredWebhook } from '../../db/webhooks/load-webhook.js';
import { durationMs, line, oneOf, orElse, orNull } from '../../domain/input-forms.js';
import type { Issue } from '../../domain/issue.js';
import { WEBHOOK_PROFILES } from '../../domain/webhook/profile.js';
import { stableKeyInput } from '../system/stable-key.js';
import { webhookSecretInput } from './webhook-secret.js';

const DEFAULT_INPUT_KEY = 'payload';
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
/** Event IDs are shown, so headers that authenticate the sender must not be used for them. */
const SECRET_HEADER =
  /^((proxy-)?authorization|cookie|x-signature|x-hub-signature(-256)?|webhook-signature)$/i;

const eventIdHeader = z
  .string('must be a string')
  .regex(HEADER_NAME, 'must be the name of an HTTP header')
  .refine(
    (name) => !SECRET_HEADER.test(name),
    'is an authentication header, which must not be used as an event ID',
  )
  .transform((name) => name.toLowerCase());

/** An absent key is the default; an empty one means the members of the JSON object themselves. */
const inputKey = z
  .string('must be a string')
  .trim()
  .max(128, 'is longer than 128 characters')
  .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'contains a line break or control character')
  .nullish()
  .transform((key) => (key === undefined ? DEFAULT_INPUT_KEY : key || null));

const payload = z
  .strictObject({
    mode: orElse(oneOf(['raw', 'json']), 'json'),
    inputKey,
  })
  .refine((given) => given.mode === 'json' || given.inputKey !== null, {
    path: ['inputKey'],
    message: 'is required for the mode RAW, because the text becomes one param',
  });

type Target = Pick<StoredWebhook, 'targetType' | 'agentId' | 'pipelineId' | 'scheduleId'>;

const TARGET_TYPES = ['agent', 'pipeline', 'schedule'] as const;
const TARGETS = [
  { type: 'agent', field: 'agentId', table: 'AgentRegistry', remedy: 'register it first' },
  { type: 'pipeline', field: 'pipelineId', table: 'Pipeline', remedy: 'create it first' },
  { type: 'schedule', field: 'scheduleId', table: 'Schedule', remedy: 'create it first' },
] as const;

const fields = {
  key: stableKeyInput,
  name: line(200),
  targetType: oneOf(TARGET_TYPES),
  agentId: orNull(line(128)),
  pipelineId: orNull(line(128)),
  scheduleId: orNull(line(128)),
  profile: orElse(oneOf(WEBHOOK_PROFILES), 'generic'),
  eventIdHeader: orNull(eventIdHeader),
  dedupeWindow: orNull(durationMs),
  payload: payload
    .nullish()
    .transform((given) => given ?? { mode: 'json' as const, inputKey: DEFAULT_INPUT_KEY }),
};

export const createWebhookInput = z.strictObject({ ...fields, secret: webhookSecretInput }).superRefine(
  (target, context) => {
    for (const { path, message } of targetFlaws(target)) context.addIssue({ code: 'custom', path, message });
  },
  // Also checked if other fields have problems, so that all problems are reported together.
  { when: ({ value }) => oneOf(TARGET_TYPES).safeParse((value as Partial<Target>).targetType).success },
);
/** Only given fields change. `payload` changes as a whole. */
export const updateWebhookInput = z.strictObject(fields).partial();

export type WebhookFields = Omit<z.output<typeof createWebhookInput>, 'secret'>;

/** The fields of a webhook as columns. Absent fields are left out. */
export function webhookColumns({ payload, ...plain }: Partial<WebhookFields>): Columns {
  return { ...plain, ...(payload && { payloadMode: payload.mode, inputKey: payload.inputKey }) };
}

/** Problems with the target: exactly one must be given, of the given type, and it must exist. */
export async function checkWebhookTarget(client: Queryable, target: Target): Promise<Issue[]> {
  const issues = targetFlaws(target);
  for (const { type, field, table, remedy } of TARGETS) {
    const id = target[field];
    if (type !== target.targetType || id === null) continue;
    const { rowCount } = await client.query(`SELECT FROM "${table}" WHERE id = $1`, [id]);
    const message = `There is no ${type} with the ID ${JSON.stringify(id)}: ${remedy}`;
    if (rowCount === 0) issues.push({ path: [field], message });
  }
  return issues;
}

/** Problems with the target that its fields alone show. */
function targetFlaws(target: Target): Issue[] {
  return TARGETS.flatMap(({ type, field }) => {
    const isGiven = target[field] != null;
    if (isGiven === (type === target.targetType)) return [];
    const message = isGiven
      ? `applies only to the target type ${type.toUpperCase()}: omit it`
      : `is required for the target type ${type.toUpperCase()}`;
    return [{ path: [field], message }];
  });
}

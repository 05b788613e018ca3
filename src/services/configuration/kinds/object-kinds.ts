import type { ConfigurationKind } from '../../../domain/configuration/kinds.js';
import { agentKind } from './agent.js';
import { notificationChannelKind } from './notification-channel.js';
import type { ObjectKind } from './object-kind.js';
import { pipelineKind } from './pipeline.js';
import { scheduleKind } from './schedule.js';
import { webhookKind } from './webhook.js';

export const OBJECT_KINDS: Readonly<Record<ConfigurationKind, ObjectKind>> = {
  NotificationChannel: notificationChannelKind,
  Agent: agentKind,
  Pipeline: pipelineKind,
  Schedule: scheduleKind,
  Webhook: webhookKind,
};

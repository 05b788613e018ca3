/** The kinds of documents, each after those that it can name: in this order they are created. */
export const CONFIGURATION_KINDS = [
  'NotificationChannel',
  'Agent',
  'Pipeline',
  'Schedule',
  'Webhook',
] as const;
export type ConfigurationKind = (typeof CONFIGURATION_KINDS)[number];

/**
 * The kinds of documents, in the order in which objects are created: each after the kinds it can
 * refer to.
 */
export const CONFIGURATION_KINDS = [
  'NotificationChannel',
  'Agent',
  'Pipeline',
  'Schedule',
  'Webhook',
] as const;
export type ConfigurationKind = (typeof CONFIGURATION_KINDS)[number];

import type { EndpointType } from './form/agent-form.generated.js';

export const ENDPOINT_TYPES: Readonly<Record<EndpointType, string>> = {
  HTTP: 'HTTP',
  WEBHOOK: 'Webhook',
  N8N: 'n8n',
  CLOUD_FUNCTION: 'Cloud function',
  A2A: 'A2A (Agent2Agent)',
};

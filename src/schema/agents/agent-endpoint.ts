import { CREDENTIAL_FIELDS } from '../../domain/agent/authentication.js';
import type { AgentEndpoint as StoredEndpoint } from '../../domain/agent/endpoint.js';
import { Secret, type StoredSecret } from '../access/secret.js';
import { builder } from '../builder.js';
import { RetryConfig } from '../jobs/retry-config.js';
import { AuthenticationType, EndpointMethod, EndpointType } from './agent-enums.js';

/** Credentials belong in `authentication`. If one is in a header anyway, viewers must not see it. */
const SECRET_HEADER = /auth|token|secret|key|password|cookie|credential|signature/i;

type Endpoint = StoredEndpoint & { credential: StoredSecret };

const AgentAuthentication = builder.objectRef<Endpoint>('AgentAuthentication').implement({
  description: 'How requests to the agent are authenticated.',
  fields: (t) => ({
    type: t.field({
      type: AuthenticationType,
      description: 'Authentication scheme.',
      resolve: ({ authentication }) => authentication.type,
    }),
    header: t.string({
      nullable: true,
      description: CREDENTIAL_FIELDS.header.output,
      resolve: ({ authentication }) => authentication.header ?? null,
    }),
    username: t.string({
      nullable: true,
      description: CREDENTIAL_FIELDS.username.output,
      resolve: ({ authentication }) => authentication.username ?? null,
    }),
    credential: t.expose('credential', {
      type: Secret,
      description: 'The stored token or password. The value itself cannot be read.',
    }),
  }),
});

export const AgentEndpoint = builder.objectRef<Endpoint>('AgentEndpoint').implement({
  description: 'Where and how an agent is called.',
  fields: (t) => ({
    type: t.expose('type', { type: EndpointType, description: 'Kind of endpoint.' }),
    url: t.exposeString('url', { description: 'URL that is called.' }),
    method: t.expose('method', { type: EndpointMethod, description: 'HTTP method.' }),
    authentication: t.field({
      type: AgentAuthentication,
      description: 'How requests are authenticated.',
      resolve: (endpoint) => endpoint,
    }),
    ...t.exposed('Duration', {
      timeout: 'Time limit for the HTTP response. Null for the default from the settings.',
    }),
    retryConfig: t.expose('retryConfig', {
      type: RetryConfig,
      nullable: true,
      description: 'Retry policy for jobs of this agent. Null for the default from the settings.',
    }),
    headers: t.field({
      type: 'JSON',
      description:
        'Additional request headers. Values of headers that look like credentials read "[hidden]".',
      resolve: ({ headers }) =>
        Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [
            name,
            SECRET_HEADER.test(name) ? '[hidden]' : value,
          ]),
        ),
    }),
  }),
});

/**
 * The ways of authenticating to agents. The form, the input of the mutations, the page of an agent and
 * the dialog that replaces a credential follow from this table. Its labels and hints are part of the
 * feature's texts, so that a new kind is one entry here.
 */
import { secret, text } from '../../components/forms/draft.js';
import { fieldsAt, type Kind, type KindField } from '../../components/forms/kind-fields.js';
import type { AgentAuthenticationInput, AuthenticationType } from './form/agent-form.generated.js';

type FieldName = Exclude<keyof AgentAuthenticationInput, 'type'>;

const credential = (label: string): KindField => ({
  ...secret({ isExact: true }),
  look: { label, hint: 'Stored encrypted and never shown again.', isRequired: true, isSecret: true },
});

export const AUTHENTICATION_KINDS: Readonly<
  Record<AuthenticationType, Kind<Partial<Record<FieldName, KindField>>>>
> = {
  NONE: { label: 'None', fields: {} },
  BEARER: { label: 'Bearer token', fields: { token: credential('Token') } },
  API_KEY: {
    label: 'API key',
    fields: {
      header: { ...text(), look: { label: 'Header', placeholder: 'X-API-Key', isMono: true } },
      token: credential('Key'),
    },
  },
  BASIC: {
    label: 'Basic (user name and password)',
    fields: {
      username: { ...text({ otherwise: '' }), look: { label: 'User name', isRequired: true } },
      password: credential('Password'),
    },
  },
};

export function authenticationFields(type: AuthenticationType): Record<string, KindField> {
  return fieldsAt('endpoint.authentication', AUTHENTICATION_KINDS[type]);
}

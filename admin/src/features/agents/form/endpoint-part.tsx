import { useEffect, useRef } from 'react';
import { Callout } from '../../../components/callout.js';
import { SelectField, TextField } from '../../../components/forms/fields.js';
import { FieldGroup } from '../../../components/forms/form.js';
import { KindFields } from '../../../components/forms/kind-fields.js';
import { optionsOf } from '../../../lib/options-of.js';
import { ENDPOINT_TYPES } from '../agent-words.js';
import { AUTHENTICATION_KINDS, authenticationFields } from '../authentication-kinds.js';
import { EndpointCheckResult, useEndpointCheck } from '../endpoint-check.js';
import type { PartProps } from './agent-draft.js';
import { losesCredential } from './agent-draft.js';
import type { AgentFormFieldsFragment } from './agent-form.generated.js';

const METHODS = optionsOf({ POST: 'POST', PUT: 'PUT', GET: 'GET (params as query string)' });

/** The endpoint. It is checked when the field loses the focus. */
export function EndpointPart({ draft, bind }: PartProps) {
  const [state, check, forget] = useEndpointCheck();
  const checked = useRef(draft.url);
  const url = draft.url.trim();

  useEffect(() => {
    if (url !== checked.current) forget();
  }, [url, forget]);

  function onBlur(): void {
    if (url === '' || url === checked.current) return;
    checked.current = url;
    void check(url);
  }

  return (
    <FieldGroup legend="Endpoint">
      <TextField
        {...bind('url')}
        label="URL"
        isRequired
        isMono
        inputMode="url"
        placeholder="https://agents.example.com/run"
        hint="URL that receives the jobs. By default, the health check is “health” in the same path."
        onBlur={onBlur}
      />
      <EndpointCheckResult state={state} />
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-3">
        <SelectField {...bind('type')} label="Kind" options={optionsOf(ENDPOINT_TYPES)} />
        <SelectField {...bind('method')} label="Method" options={METHODS} />
        <TextField
          {...bind('timeout')}
          label="Response timeout"
          placeholder="30s"
          hint="Leave empty to use the default."
        />
      </div>
    </FieldGroup>
  );
}

/** The authentication of requests. Stored secrets are never shown. */
export function AuthenticationPart({
  draft,
  change,
  bind,
  agent,
}: PartProps & { agent: AgentFormFieldsFragment | undefined }) {
  const stored = agent?.endpoint?.authentication;
  return (
    <FieldGroup legend="Authentication" columns={2}>
      <SelectField {...bind('authentication')} label="Type" options={optionsOf(AUTHENTICATION_KINDS)} />
      <KindFields
        fields={authenticationFields(draft.authentication)}
        values={draft.credentials}
        onChange={(credentials) => change({ credentials })}
        secretAt={() => (stored?.type === draft.authentication ? stored.credential : undefined)}
      />
      {losesCredential(agent, draft) && (
        <div className="sm:col-span-2">
          <Callout kind="warning">
            This URL has a different origin. Stored secrets are not sent to a new origin: they are removed
            unless you enter them again.
          </Callout>
        </div>
      )}
    </FieldGroup>
  );
}

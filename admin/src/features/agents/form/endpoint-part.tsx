import { useEffect, useRef } from 'react';
import { Callout } from '../../../components/callout.js';
import { SelectField, TextField } from '../../../components/forms/fields.js';
import { FieldGroup } from '../../../components/forms/form.js';
import { KindFields } from '../../../components/forms/kind-fields.js';
import { optionsOf } from '../../../lib/options-of.js';
import { AUTHENTICATION_KINDS, authenticationFields } from '../authentication-kinds.js';
import { EndpointCheckResult, useEndpointCheck } from '../endpoint-check.js';
import { texts } from '../texts/form.js';
import type { PartProps } from './agent-draft.js';
import { losesCredential } from './agent-draft.js';
import type { AgentFormFieldsFragment } from './agent-form.generated.js';

const t = texts.form;

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
    <FieldGroup legend={texts.common.endpoint}>
      <TextField
        {...bind('url')}
        label={texts.common.url}
        isRequired
        isMono
        inputMode="url"
        placeholder={t.urlPlaceholder}
        hint={t.urlHint}
        onBlur={onBlur}
      />
      {/* Keeps its line, so that the button that is being pressed does not move when the URL loses the focus. */}
      <div className="min-h-5">
        <EndpointCheckResult state={state} />
      </div>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-3">
        <SelectField {...bind('type')} label={texts.common.kind} options={optionsOf(texts.endpointTypes)} />
        <SelectField {...bind('method')} label={texts.common.method} options={optionsOf(t.methods)} />
        <TextField
          {...bind('timeout')}
          label={texts.common.responseTimeout}
          placeholder={t.timeoutPlaceholder}
          hint={t.defaultHint}
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
    <FieldGroup legend={texts.common.authentication} columns={2}>
      <SelectField
        {...bind('authentication')}
        label={texts.common.type}
        options={optionsOf(AUTHENTICATION_KINDS)}
      />
      <KindFields
        fields={authenticationFields(draft.authentication)}
        values={draft.credentials}
        onChange={(credentials) => change({ credentials })}
        secretAt={() => (stored?.type === draft.authentication ? stored.credential : undefined)}
      />
      {losesCredential(agent, draft) && (
        <div className="sm:col-span-2">
          <Callout kind="warning">{t.losesSecrets}</Callout>
        </div>
      )}
    </FieldGroup>
  );
}

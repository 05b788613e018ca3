import { type ReactNode, useRef } from 'react';
import { useClient } from 'urql';
import { JsonEditor } from '../../../components/code/json-editor.js';
import { Field } from '../../../components/forms/form.js';
import { useIssues } from '../../../components/forms/form-context.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { useRefusal } from '../../../lib/viewer.js';
import { common } from '../texts/common.js';
import { completeParams } from './complete-params.js';
import { ParamsHelp } from './params-help.js';
import { ScheduleFormAgentDocument, ScheduleFormSourcesDocument } from './schedule-form.generated.js';

export interface ParamsFieldProps {
  /** JSON text as typed. */
  value: string;
  onChange: (text: string) => void;
  /** Path of the params in the input. Defaults to `params`. */
  path?: string;
  hint: ReactNode;
  /** A client-side issue, in addition to those of the server. */
  problem?: string | undefined;
  /** The agent that receives the params. Empty or omitted if there are several or none. */
  agentId?: string | null;
  /** Whether data sources are allowed and offered. */
  hasSources?: boolean;
  /** Members that the agent receives from elsewhere. */
  given?: readonly string[];
  lines?: number;
}

/**
 * Params as JSON, with completion from the agent's schema and the data sources, and with the agent's
 * input.
 */
export function ParamsField({
  value,
  onChange,
  path = 'params',
  hint,
  problem,
  agentId,
  hasSources = true,
  given = [],
  lines = 6,
}: ParamsFieldProps) {
  const client = useClient();
  const isViewer = useRefusal('OPERATOR') !== undefined;
  const { data } = useLiveQuery(ScheduleFormAgentDocument, {
    variables: { id: agentId ?? '' },
    pause: !agentId,
    refetchOn: { agent: ({ id }) => id === agentId },
  });
  const agent = agentId ? data?.agent : undefined;
  const schema = agent?.inputSchema;
  const depth = path.split('.').length;
  const issues = useIssues(path).map((issue) => ({ ...issue, path: issue.path.slice(depth) }));

  async function sources() {
    if (isViewer || !hasSources) return [];
    const found = await client.query(ScheduleFormSourcesDocument, {}, { requestPolicy: 'cache-first' });
    return found.data?.dataSources ?? [];
  }

  const host = useRef<HTMLDivElement>(null);
  function insert(text: string): void {
    onChange(text);
    // The button disappears with the member it adds, so the focus moves to the editor.
    host.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus();
  }

  return (
    <div ref={host} className="contents">
      <Field label={common.params} path={path} hint={hint} problem={problem}>
        {(control) => (
          <JsonEditor
            {...control}
            label={common.params}
            lines={lines}
            value={value}
            onChange={onChange}
            issues={issues}
            complete={async (before, cursor) =>
              completeParams(before, cursor, { schema, sources: await sources() })
            }
          />
        )}
      </Field>
      {agent && <ParamsHelp name={agent.name} schema={schema} text={value} given={given} onInsert={insert} />}
    </div>
  );
}

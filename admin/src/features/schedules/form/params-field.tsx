import { type ReactNode, useRef } from 'react';
import { useClient } from 'urql';
import { Field } from '../../../components/form.js';
import { useIssues } from '../../../components/form-context.js';
import { JsonEditor } from '../../../components/json-editor.js';
import { useLiveQuery } from '../../../lib/use-live-query.js';
import { useRefusal } from '../../../lib/viewer.js';
import { completeParams } from './complete-params.js';
import { ParamsHelp } from './params-help.js';
import { ScheduleFormAgentDocument, ScheduleFormSourcesDocument } from './schedule-form.generated.js';

export interface ParamsFieldProps {
  /** JSON, as it is typed. */
  value: string;
  onChange: (text: string) => void;
  /** Of the params in the input; default `params`. */
  path?: string;
  hint: ReactNode;
  /** Of one's own, beside the server's. */
  problem?: string | undefined;
  /** Who takes them; empty or left out: several, or nobody so far. */
  agentId?: string | null;
  /** Whether data sources may stand in them, and are offered. */
  hasSources?: boolean;
  /** Which members the agent is given from elsewhere. */
  given?: readonly string[];
  lines?: number;
}

/** Params as JSON, with completion by the agent's schema and by what the data sources have, and what the agent takes. */
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
    // The button goes away with what it adds.
    host.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus();
  }

  return (
    <div ref={host} className="contents">
      <Field label="Params" path={path} hint={hint} problem={problem}>
        {(control) => (
          <JsonEditor
            {...control}
            label="Params"
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

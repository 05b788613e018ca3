import { type ReactNode, useRef } from 'react';
import { useClient } from 'urql';
import { JsonEditor } from '../../../../components/code/json-editor.js';
import { Field } from '../../../../components/forms/form.js';
import { useIssues } from '../../../../components/forms/form-context.js';
import { useLiveQuery } from '../../../../lib/graphql/use-live-query.js';
import { useRefusal } from '../../../../lib/viewer.js';
import { common } from '../../texts/common.js';
import {
  ScheduleFormAgentDocument,
  ScheduleFormPipelineDocument,
  ScheduleFormSourcesDocument,
} from '../schedule-form.generated.js';
import { completeParams } from './complete-params.js';
import { ParamsHelp } from './params-help.js';
import { schemaOfSteps } from './steps-input.js';

export interface ParamsFieldProps {
  /** JSON text as typed. */
  value: string;
  onChange: (text: string) => void;
  /** Path of the params in the input. Defaults to `params`. */
  path?: string;
  hint: ReactNode;
  /** A client-side issue, in addition to those of the server. */
  problem?: string | undefined;
  /** The agent that receives the params, if there is one. */
  agentId?: string | null;
  /** The pipeline whose steps receive the params, if there is one. */
  pipelineId?: string | null;
  /** Whether data sources are allowed and offered. */
  hasSources?: boolean;
  /** Members that the agent receives from elsewhere. */
  given?: readonly string[];
  lines?: number;
}

/**
 * Params as JSON, with completion from the schema of the agent or the pipeline's agents and from the data
 * sources, and with the input that they accept.
 */
export function ParamsField({
  value,
  onChange,
  path = 'params',
  hint,
  problem,
  agentId,
  pipelineId,
  hasSources = true,
  given = [],
  lines = 6,
}: ParamsFieldProps) {
  const client = useClient();
  const isViewer = useRefusal('OPERATOR') !== undefined;
  const target = useTarget(agentId, pipelineId);
  const schema = target?.schema;
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
      {target && (
        <ParamsHelp name={target.name} schema={schema} text={value} given={given} onInsert={insert} />
      )}
    </div>
  );
}

/** The name of what receives the params, and the schema of its input. */
function useTarget(
  agentId: string | null | undefined,
  pipelineId: string | null | undefined,
): { name: string; schema: unknown } | undefined {
  const ofAgent = useLiveQuery(ScheduleFormAgentDocument, {
    variables: { id: agentId ?? '' },
    pause: !agentId,
    refetchOn: { agent: ({ id }) => id === agentId },
  });
  const ofPipeline = useLiveQuery(ScheduleFormPipelineDocument, {
    variables: { id: pipelineId ?? '' },
    pause: !pipelineId,
    refetchOn: { record: ({ id }) => id === pipelineId },
  });
  const agent = agentId ? ofAgent.data?.agent : undefined;
  if (agent) return { name: agent.name, schema: agent.inputSchema };
  const pipeline = pipelineId ? ofPipeline.data?.pipeline : undefined;
  return pipeline ? { name: pipeline.name, schema: schemaOfSteps(pipeline.steps) } : undefined;
}

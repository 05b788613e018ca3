import { useClient } from 'urql';
import { Button } from '../../../components/button.js';
import { Field, FieldGroup } from '../../../components/form.js';
import { useIssues } from '../../../components/form-context.js';
import { JsonEditor, parseJsonText } from '../../../components/json-editor.js';
import { useLiveQuery } from '../../../lib/use-live-query.js';
import { useRefusal } from '../../../lib/viewer.js';
import { completeParams, type Member, membersOf } from './complete-params.js';
import { ScheduleFormAgentDocument, ScheduleFormSourcesDocument } from './schedule-form.generated.js';
import type { SectionProps } from './section-props.js';

const EXAMPLE = '"db:ticker:all:id?enabled=true&batchSize=10&staggerDelay=1s"';

/** What the target is told; data sources in it become many jobs. */
export function ParamsSection({ draft, change }: SectionProps) {
  const client = useClient();
  const isViewer = useRefusal('OPERATOR') !== undefined;
  const { agentId, targetType } = draft;
  const hasAgent = targetType === 'AGENT' && agentId !== '';
  const { data } = useLiveQuery(ScheduleFormAgentDocument, { variables: { id: agentId }, pause: !hasAgent });
  const schema = hasAgent ? data?.agent?.inputSchema : undefined;
  const issues = useIssues('params').map(({ path, message }) => ({ path: path.slice(1), message }));

  async function sources() {
    if (isViewer) return [];
    const found = await client.query(ScheduleFormSourcesDocument, {}, { requestPolicy: 'cache-first' });
    return found.data?.dataSources ?? [];
  }

  return (
    <FieldGroup legend="Parameters">
      <Field
        label="Params"
        path="params"
        hint={
          <>
            A JSON object. A text such as <code className="font-mono">{EXAMPLE}</code> becomes one job for
            each row; type <code className="font-mono">db:</code> to be offered tables and columns.
          </>
        }
      >
        {(control) => (
          <JsonEditor
            {...control}
            label="Params"
            lines={6}
            value={draft.params}
            onChange={(params) => change({ params })}
            issues={issues}
            complete={async (before, cursor) =>
              completeParams(before, cursor, { schema, sources: await sources() })
            }
          />
        )}
      </Field>
      {schema !== undefined && schema !== null && (
        <SchemaHelp
          name={data?.agent?.name ?? agentId}
          members={membersOf(schema)}
          text={draft.params}
          onInsert={(params) => change({ params })}
        />
      )}
    </FieldGroup>
  );
}

interface SchemaHelpProps {
  name: string;
  members: readonly Member[];
  /** The params as they are typed. */
  text: string;
  onInsert: (text: string) => void;
}

/** What the agent says that it takes. */
function SchemaHelp({ name, members, text, onInsert }: SchemaHelpProps) {
  const given = givenMembers(text);
  if (members.length === 0) return null;
  return (
    <section aria-label={`What ${name} takes`} className="rounded-md border bg-canvas px-3 py-2">
      <p className="mb-1 text-xs text-muted">What {name} takes</p>
      <ul className="flex flex-col gap-0.5">
        {members.map(({ name: member, detail, description }) => {
          const isGiven = given !== undefined && Object.hasOwn(given, member);
          return (
            <li key={member} className="flex min-h-6 flex-wrap items-center gap-x-2">
              <code className="font-mono text-xs">{member}</code>
              <span className="text-xs text-muted">{detail}</span>
              {description && <span className="min-w-0 text-xs">{description}</span>}
              {given !== undefined && !isGiven && (
                <Button
                  size="sm"
                  variant="ghost"
                  className="ml-auto"
                  aria-label={`Add ${member}`}
                  onClick={() => onInsert(JSON.stringify({ ...given, [member]: '' }, null, 2))}
                >
                  Add
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function givenMembers(text: string): Record<string, unknown> | undefined {
  const read = parseJsonText(text);
  if (read.kind !== 'ok') return undefined;
  const value = read.value ?? {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

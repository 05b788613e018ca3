import { CodeBlock } from '../../../components/code/code-block.js';
import { Section } from '../../../components/section.js';
import type { AgentDetailFragment } from './agent-detail.generated.js';
import { SchemaTree } from './schema-tree.js';

/** The schemas of params and results. */
export function SchemasTab({
  agent: { inputSchema, outputSchema, parameterTypes },
}: {
  agent: AgentDetailFragment;
}) {
  return (
    <div className="grid gap-8 p-4 md:p-6 xl:grid-cols-2">
      <SchemaSection
        title="Input"
        about="Job params must match this schema."
        schema={inputSchema}
        missing="No input schema: any JSON object is accepted."
      />
      <SchemaSection
        title="Output"
        about="Results that do not match this schema fail the job."
        schema={outputSchema}
        missing="No output schema: any result is accepted."
      />
      {parameterTypes !== null && (
        <Section title="Parameter types">
          <CodeBlock label="declared types" value={parameterTypes} />
        </Section>
      )}
    </div>
  );
}

interface SchemaSectionProps {
  title: string;
  about: string;
  schema: unknown;
  missing: string;
}

function SchemaSection({ title, about, schema, missing }: SchemaSectionProps) {
  const hasSchema = schema !== null && schema !== undefined;
  return (
    <Section title={title}>
      {hasSchema ? (
        <>
          <p className="text-muted">{about}</p>
          <SchemaTree schema={schema} label={`${title} fields`} />
          <details className="mt-1">
            <summary className="text-muted hover:text-ink">View as JSON</summary>
            <CodeBlock label={`${title} schema`} value={schema} className="mt-2" />
          </details>
        </>
      ) : (
        <p className="text-muted">{missing}</p>
      )}
    </Section>
  );
}

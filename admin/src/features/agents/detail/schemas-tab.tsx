import { CodeBlock } from '../../../components/code/code-block.js';
import { Section } from '../../../components/section.js';
import { texts } from '../texts/schemas.js';
import type { AgentDetailFragment } from './agent-detail.generated.js';
import { SchemaTree } from './schema-tree.js';

const t = texts.schemas;

/** The schemas of params and results. */
export function SchemasTab({
  agent: { inputSchema, outputSchema, parameterTypes },
}: {
  agent: AgentDetailFragment;
}) {
  return (
    <div className="grid gap-8 p-4 md:p-6 xl:grid-cols-2">
      <SchemaSection title={t.input} about={t.inputHint} schema={inputSchema} missing={t.noInput} />
      <SchemaSection title={t.output} about={t.outputHint} schema={outputSchema} missing={t.noOutput} />
      {parameterTypes !== null && (
        <Section title={texts.common.parameterTypes}>
          <CodeBlock label={t.declaredTypes} value={parameterTypes} />
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
          <SchemaTree schema={schema} label={t.fieldsOf(title)} />
          <details className="mt-1">
            <summary className="text-muted hover:text-ink">{t.viewJson}</summary>
            <CodeBlock label={t.schemaOf(title)} value={schema} className="mt-2" />
          </details>
        </>
      ) : (
        <p className="text-muted">{missing}</p>
      )}
    </Section>
  );
}

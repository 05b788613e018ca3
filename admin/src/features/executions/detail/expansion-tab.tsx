import { Callout } from '../../../components/callout.js';
import { CodeBlock } from '../../../components/code/code-block.js';
import { type Fact, Facts } from '../../../components/facts/facts.js';
import { Time } from '../../../components/facts/time.js';
import { Section } from '../../../components/section.js';
import { formatDuration } from '../../../lib/text/time.js';
import { isOpen } from '../execution-words.js';
import { texts } from '../texts.js';
import { type ExpandedSource, readExpansion } from './expansion.js';
import type { ExecutionDetail } from './shown-execution.js';

const t = texts.expansion;

/** The rows that the jobs came from, and their batches. */
export function ExpansionTab({ execution }: { execution: ExecutionDetail }) {
  const { metadata, params, jobsCreated, batches, expandedAt, runStatus, errors } = execution;
  const expansion = readExpansion(metadata);
  const { sources, contexts, steps, batchSize, staggerDelay } = expansion;
  const facts: Fact[] = [
    { label: texts.common.jobs, value: expandedAt ? productOf(expansion, jobsCreated) : undefined },
    { label: t.batches, value: batches > 0 ? batches.toLocaleString('en') : undefined },
    { label: t.batchSize, value: batchSize?.toLocaleString('en') },
    {
      label: t.stagger,
      value:
        staggerDelay === undefined
          ? undefined
          : staggerDelay === 0
            ? t.noStagger
            : t.staggerAfter(formatDuration(staggerDelay)),
    },
    { label: t.contexts, value: contexts?.toLocaleString('en') },
    { label: t.steps, value: contexts === undefined ? undefined : steps?.toLocaleString('en') },
    { label: t.expanded, value: expandedAt ? <Time at={expandedAt} /> : undefined },
  ];
  return (
    <div className="grid gap-6 px-4 py-4 md:px-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        {runStatus === null ? (
          <Callout kind="info">{t.skipped}</Callout>
        ) : expandedAt === null ? (
          <Callout kind="info">{isOpen(execution) ? t.notYet : t.never}</Callout>
        ) : jobsCreated === 0 && errors.length === 0 ? (
          <Callout kind="info">{t.noRows}</Callout>
        ) : null}
        <Section title={texts.common.jobs}>
          <Facts facts={facts} />
        </Section>
        {sources.length > 0 && <Sources sources={sources} />}
      </div>
      <Section title={t.params}>
        <p className="text-muted">{t.paramsHint}</p>
        <CodeBlock label={t.paramsJson} value={params ?? {}} />
      </Section>
    </div>
  );
}

/** `100 × 5 = 500 jobs`. */
function productOf(
  { sources, contexts, steps }: ReturnType<typeof readExpansion>,
  jobsCreated: number,
): string {
  const factors = [
    ...sources.map(({ total }) => total.toLocaleString('en')),
    ...(contexts !== undefined && steps !== undefined ? [t.stepCount(steps)] : []),
  ];
  return factors.length > 1 ? t.product(factors, jobsCreated) : t.jobs(jobsCreated);
}

function Sources({ sources }: { sources: readonly ExpandedSource[] }) {
  return (
    <Section title={t.sources}>
      <div
        className="overflow-x-auto rounded-md border"
        tabIndex={0}
        role="region"
        aria-label={t.sourcesTable}
      >
        <table className="w-full text-left whitespace-nowrap">
          <thead className="border-b bg-canvas text-xs text-muted">
            <tr>
              {t.columns.map((header) => (
                <th key={header} scope="col" className="px-3 py-1.5 font-medium">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y">
            {sources.map(({ path, source, table, total, nulls, duplicates }) => (
              <tr key={path}>
                <td className="px-3 py-1.5 font-mono text-xs">{path}</td>
                <td className="px-3 py-1.5">
                  <span className="text-muted">{source}:</span>
                  {table}
                </td>
                <td className="px-3 py-1.5">{total.toLocaleString('en')}</td>
                <td className="px-3 py-1.5 text-muted">{dropped(nulls, duplicates)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function dropped(nulls: number, duplicates: number): string {
  const parts = [nulls > 0 && t.nulls(nulls), duplicates > 0 && t.duplicates(duplicates)].filter(Boolean);
  return parts.join(', ') || texts.common.none;
}

import { Callout } from '../../../components/callout.js';
import { CodeBlock } from '../../../components/code/code-block.js';
import { type Fact, Facts } from '../../../components/facts/facts.js';
import { Time } from '../../../components/facts/time.js';
import { Section } from '../../../components/section.js';
import { counted } from '../../../lib/text/count-text.js';
import { formatDuration } from '../../../lib/text/time.js';
import { isOpen } from '../execution-words.js';
import { type ExpandedSource, readExpansion } from './expansion.js';
import type { ExecutionDetail } from './shown-execution.js';

/** The rows that the jobs came from, and their batches. */
export function ExpansionTab({ execution }: { execution: ExecutionDetail }) {
  const { metadata, params, jobsCreated, batches, expandedAt, runStatus, errors } = execution;
  const expansion = readExpansion(metadata);
  const { sources, contexts, steps, batchSize, staggerDelay } = expansion;
  const facts: Fact[] = [
    { label: 'Jobs', value: expandedAt ? productOf(expansion, jobsCreated) : undefined },
    { label: 'Batches', value: batches > 0 ? batches.toLocaleString('en') : undefined },
    { label: 'Batch size', value: batchSize?.toLocaleString('en') },
    {
      label: 'Stagger',
      value:
        staggerDelay === undefined
          ? undefined
          : staggerDelay === 0
            ? 'none: a batch starts when the previous batch has finished'
            : `${formatDuration(staggerDelay)} after the previous batch has finished`,
    },
    { label: 'Contexts', value: contexts?.toLocaleString('en') },
    { label: 'Steps', value: contexts === undefined ? undefined : steps?.toLocaleString('en') },
    { label: 'Expanded', value: expandedAt ? <Time at={expandedAt} /> : undefined },
  ];
  return (
    <div className="grid gap-6 px-4 py-4 md:px-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        {runStatus === null ? (
          <Callout kind="info">The slot was skipped, so nothing was expanded.</Callout>
        ) : expandedAt === null ? (
          <Callout kind="info">
            {isOpen(execution) ? 'Not expanded yet.' : 'The run ended before it was expanded.'}
          </Callout>
        ) : jobsCreated === 0 && errors.length === 0 ? (
          <Callout kind="info">
            The data sources returned no rows, so there was nothing to do. The run succeeded.
          </Callout>
        ) : null}
        <Section title="Jobs">
          <Facts facts={facts} />
        </Section>
        {sources.length > 0 && <Sources sources={sources} />}
      </div>
      <Section title="Params">
        <p className="text-muted">
          The params when the run was triggered. In each job, values replace the data sources.
        </p>
        <CodeBlock label="params as JSON" value={params ?? {}} />
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
    ...(contexts !== undefined && steps !== undefined ? [`${steps.toLocaleString('en')} steps`] : []),
  ];
  const jobs = counted(jobsCreated, 'job');
  return factors.length > 1 ? `${factors.join(' × ')} = ${jobs}` : jobs;
}

function Sources({ sources }: { sources: readonly ExpandedSource[] }) {
  return (
    <Section title="Data sources">
      <div
        className="overflow-x-auto rounded-md border"
        tabIndex={0}
        role="region"
        aria-label="Table of data sources"
      >
        <table className="w-full text-left whitespace-nowrap">
          <thead className="border-b bg-canvas text-xs text-muted">
            <tr>
              {['Param', 'Table', 'Values', 'Dropped'].map((header) => (
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
  const parts = [
    nulls > 0 && `${nulls.toLocaleString('en')} null`,
    duplicates > 0 && counted(duplicates, 'duplicate'),
  ].filter(Boolean);
  return parts.join(', ') || 'none';
}

import { formatPath, replaceAt } from '../domain/expansion/find-data-sources.js';
import { type BatchSettings, batchSettings, combinations } from '../domain/expansion/plan.js';
import type { Issue } from '../domain/issue.js';
import type { Json, JsonObject } from '../domain/json.js';
import { LIMITS } from '../domain/limits.js';
import { DataSourceError, type Dropped, type Outlook } from './data-source.js';
import { catchDataSourceError, type OpenedSource, openDataSources, sentence } from './open-data-sources.js';
import type { DataSourceDeps } from './registry.js';

export interface ExpansionDeps extends DataSourceDeps {
  /** Defaults for data source strings without these options. */
  defaults: BatchSettings;
  /** More jobs than this are an error. */
  maxExpansion: number;
}

/** The result of one data source string. */
interface ExpansionSummary {
  /** Its place in params, for example `list[0].id`. */
  path: string;
  source: string;
  table: string;
  /** Number of values, without those that were dropped. */
  total: number;
  dropped: Dropped;
}

/** Params of one job, and its number from 0. */
export interface ExpandedJob {
  params: JsonObject;
  index: number;
}

/** An open expansion holds a connection and its snapshot until `close`. */
export interface Expansion extends BatchSettings {
  /** Exact number of jobs. */
  total: number;
  sources: ExpansionSummary[];
  /**
   * The jobs in order, at most `size` at a time, and fewer if values are large. With several data sources,
   * the one with the most values changes slowest. Streams in constant memory. Can be iterated again, but not
   * twice at once. Throws `DataSourceError` if the database fails on the way.
   */
  chunks(size: number): AsyncIterable<ExpandedJob[]>;
  /** Safe to call twice; never fails. */
  close(): Promise<void>;
}

export type ExpansionResult =
  | { kind: 'ok'; expansion: Expansion }
  /** `outlook`: whether the same params may be valid later. Default: `lasting`. */
  | { kind: 'error'; issues: Issue[]; outlook?: Outlook };

/**
 * Expands every data source of params, all read in one repeatable-read, read-only snapshot. Params without a
 * data source are one job. Values are counted first: a refused expansion has read no value.
 */
export async function expandParams(deps: ExpansionDeps, params: JsonObject): Promise<ExpansionResult> {
  const opened = await openDataSources(deps, params);
  if (opened.kind === 'error') return opened;
  try {
    const counted = await countSources(opened.sources, deps.maxExpansion);
    if (counted.kind === 'error') {
      await opened.close();
      return counted;
    }
    const { counts } = counted;
    const settings = batchSettings(
      opened.sources.map(({ request }) => request),
      deps.defaults,
    );
    return {
      kind: 'ok',
      expansion: {
        ...settings,
        total: jobCount(counts),
        sources: counts.map((count) => count.summary),
        chunks: (size) => streamJobs(opened.template, counts, size),
        close: opened.close,
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

interface CountedSource {
  source: OpenedSource;
  /** Size of all its values together. */
  bytes: number;
  summary: ExpansionSummary;
}

type Counted = { kind: 'ok'; counts: CountedSource[] } | Exclude<ExpansionResult, { kind: 'ok' }>;

async function countSources(sources: OpenedSource[], maxExpansion: number): Promise<Counted> {
  const counts: CountedSource[] = [];
  for (const source of sources) {
    const { path, request, values } = source;
    const result = await catchDataSourceError(() => values.count(maxExpansion));
    if (result.kind !== 'ok') {
      const issues = [{ path, message: sentence(result.message) }];
      return { kind: 'error', issues, outlook: result.kind === 'failed' ? result.outlook : 'lasting' };
    }
    const { total, dropped, bytes } = result;
    const summary = { path: formatPath(path), source: request.source, table: values.table, total, dropped };
    counts.push({ source, summary, bytes });
  }
  const [largest, ...combined] = largestFirst(counts);
  if (jobCount(counts) <= maxExpansion) return checkCombined(counts, combined);
  const message =
    `The data sources would create more than ${maxExpansion.toLocaleString('en')} jobs (maxExpansion). ` +
    'Narrow the filters, set a limit, or raise maxExpansion.';
  return { kind: 'error', issues: [{ path: largest?.source.path ?? [], message }] };
}

function checkCombined(counts: CountedSource[], combined: CountedSource[]): Counted {
  const bytes = combined.reduce((sum, count) => sum + count.bytes, 0);
  if (bytes <= LIMITS.expansionCombinedBytes) return { kind: 'ok', counts };
  const message =
    `The values that are combined have ${bytes.toLocaleString('en')} bytes; ` +
    `the limit is ${LIMITS.expansionCombinedBytes.toLocaleString('en')}. Narrow the filters, or pass keys instead of contents.`;
  return { kind: 'error', issues: [{ path: combined[0]?.source.path ?? [], message }] };
}

function jobCount(counts: CountedSource[]): number {
  return counts.reduce((product, { summary }) => product * summary.total, 1);
}

/** Stable: among equals, the first one in params stays first. */
function largestFirst(counts: CountedSource[]): CountedSource[] {
  const largest = counts.reduce<CountedSource | undefined>(
    (best, count) => (best && best.summary.total >= count.summary.total ? best : count),
    undefined,
  );
  return largest ? [largest, ...counts.filter((count) => count !== largest)] : [];
}

/**
 * Only the largest source is streamed. The others are kept in memory: none of them can exceed the square root
 * of maxExpansion, or the product would exceed it.
 */
async function* streamJobs(
  template: JsonObject,
  counts: CountedSource[],
  size: number,
): AsyncGenerator<ExpandedJob[]> {
  const [streamed, ...combined] = largestFirst(counts);
  if (!streamed) {
    yield [{ params: template, index: 0 }];
    return;
  }
  if (jobCount(counts) === 0) return;
  const sides: Json[][] = [];
  for (const { source } of combined) sides.push(await readAll(source));
  let index = 0;
  for await (const values of valuesOf(streamed.source)) {
    let chunk: ExpandedJob[] = [];
    for (const value of values) {
      const base = replaceAt(template, streamed.source.path, value);
      for (const others of combinations(sides)) {
        chunk.push({ params: substitute(base, combined, others), index: index++ });
        if (chunk.length < size) continue;
        yield chunk;
        chunk = [];
      }
    }
    // Not kept for the next values: together they could be too large.
    if (chunk.length > 0) yield chunk;
  }
}

/** Values fetched from the source at once. */
const READ_AHEAD = 1_500;

/** An error names the parameter, because a run may read several data sources. */
async function* valuesOf({ path, values }: OpenedSource): AsyncGenerator<Json[]> {
  try {
    yield* values.read(READ_AHEAD);
  } catch (error) {
    if (!(error instanceof DataSourceError)) throw error;
    throw new DataSourceError(`params.${formatPath(path)}: ${error.message}`, error.outlook);
  }
}

async function readAll(source: OpenedSource): Promise<Json[]> {
  const all: Json[] = [];
  for await (const chunk of valuesOf(source)) all.push(...chunk);
  return all;
}

function substitute(params: JsonObject, combined: CountedSource[], values: Json[]): JsonObject {
  return values.reduce<JsonObject>((result, value, side) => {
    const path = combined[side]?.source.path;
    return path ? replaceAt(result, path, value) : result;
  }, params);
}

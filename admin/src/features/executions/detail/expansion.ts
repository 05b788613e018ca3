import { isObject } from '../../../lib/is-object.js';

/** Reads `ScheduleExecution.metadata` as written by the expansion. Missing and invalid members are left out. */

export interface ExpandedSource {
  /** Path in the params. */
  path: string;
  source: string;
  table: string;
  total: number;
  nulls: number;
  duplicates: number;
}

export interface ExpansionFacts {
  sources: readonly ExpandedSource[];
  batchSize: number | undefined;
  /** Milliseconds. */
  staggerDelay: number | undefined;
  /** Only for pipelines. */
  contexts: number | undefined;
  steps: number | undefined;
}

export function readExpansion(metadata: unknown): ExpansionFacts {
  const stored = recordOf(metadata);
  return {
    sources: (Array.isArray(stored.dataSources) ? stored.dataSources : []).map(sourceOf),
    batchSize: numberOf(stored.batchSize),
    staggerDelay: numberOf(stored.staggerDelay),
    contexts: numberOf(stored.contexts),
    steps: numberOf(stored.steps),
  };
}

function sourceOf(stored: unknown): ExpandedSource {
  const { path, source, table, total, dropped } = recordOf(stored);
  const { nulls, duplicates } = recordOf(dropped);
  return {
    path: textOf(path),
    source: textOf(source),
    table: textOf(table),
    total: numberOf(total) ?? 0,
    nulls: numberOf(nulls) ?? 0,
    duplicates: numberOf(duplicates) ?? 0,
  };
}

const recordOf = (value: unknown) => (isObject(value) ? value : {});

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

import { useLiveQuery } from '../../../../lib/graphql/use-live-query.js';
import { useRefusal } from '../../../../lib/viewer.js';
import { ScheduleFormSourcesDocument } from '../schedule-form.generated.js';
import type { Source } from './complete-params.js';

export interface SourceExample {
  /** A data source of the first column that can be read, without options. */
  example: string;
  /** How data sources begin: `db:`. */
  prefixes: readonly string[];
}

/** Until they are known, and for viewers, who cannot read them. */
const USUAL: readonly Source[] = [{ source: 'db', tables: [] }];

/** How to write a data source, with a kind and a table that this server has. */
export function useSourceExample(): SourceExample {
  const isViewer = useRefusal('OPERATOR') !== undefined;
  const { data } = useLiveQuery(ScheduleFormSourcesDocument, { pause: isViewer });
  return sourceExampleOf(data?.dataSources ?? USUAL);
}

export function sourceExampleOf(sources: readonly Source[]): SourceExample {
  const found = sources.flatMap(({ source, tables }) =>
    tables.flatMap(({ reference, columns: [column] }) =>
      column ? `${source}:${reference}:all:${column.name}` : [],
    ),
  );
  return {
    example: found[0] ?? `${sources[0]?.source ?? 'db'}:table:all:column`,
    prefixes: sources.map(({ source }) => `${source}:`),
  };
}

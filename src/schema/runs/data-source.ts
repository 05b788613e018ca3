import {
  type ListedSource,
  listDataSources,
  MAX_LISTED_TABLES,
} from '../../services/runs/list-data-sources.js';
import type { SourceTable } from '../../sources/data-source.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { valueOrError } from '../schedules/preview.js';

const DataSourceColumn = builder.objectRef<SourceTable['columns'][number]>('DataSourceColumn').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    type: t.exposeString('type', { description: 'As SQL calls it.' }),
  }),
});

const DataSourceTable = builder.objectRef<SourceTable>('DataSourceTable').implement({
  description: 'A table or view.',
  fields: (t) => ({
    schema: t.exposeString('schema'),
    name: t.exposeString('name'),
    reference: t.exposeString('reference', {
      description:
        'How a data source string names it: "article", or "media.article" where the search path does not reach it.',
    }),
    columns: t.field({ type: [DataSourceColumn], resolve: ({ columns }) => columns }),
  }),
});

const DataSource = builder.objectRef<ListedSource>('DataSource').implement({
  description:
    'What data source strings in params may name: "<source>:[<schema>.]<table>:<filter>:<column>".',
  fields: (t) => ({
    source: t.exposeString('source'),
    tables: t.field({
      type: [DataSourceTable],
      description: `The first ${MAX_LISTED_TABLES}, those of the search path before others, by name; only what the setting "dataSources" allows to be read.`,
      resolve: ({ tables }) => tables,
    }),
  }),
});

builder.queryFields((t) => ({
  dataSources: t.field({
    type: [DataSource],
    description: 'For who writes data source strings.',
    authScopes: { operator: true },
    resolve: (_root, _args, context) => valueOrError(listDataSources(context.services, actorOf(context))),
  }),
}));

import {
  type ListedSource,
  listDataSources,
  MAX_LISTED_TABLES,
} from '../../services/runs/data-sources/list-data-sources.js';
import type { SourceTable } from '../../sources/data-source.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { valueOrError } from '../schedules/preview.js';

const DataSourceColumn = builder.objectRef<SourceTable['columns'][number]>('DataSourceColumn').implement({
  description: 'A column of a table or view.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the column.' }),
    type: t.exposeString('type', { description: 'SQL type of the column.' }),
  }),
});

const DataSourceTable = builder.objectRef<SourceTable>('DataSourceTable').implement({
  description: 'A table or view that data source strings can read.',
  fields: (t) => ({
    ...t.exposed('String!', {
      schema: 'Name of the schema.',
      name: 'Name of the table or view.',
      reference:
        'How a data source string refers to it: "article", or "media.article" if it is not on the search path.',
    }),
    ...t.exposed([DataSourceColumn], { columns: 'Columns that can be read.' }),
  }),
});

const DataSource = builder.objectRef<ListedSource>('DataSource').implement({
  description: 'A source for data source strings in params: `<source>:[<schema>.]<table>:<filter>:<column>`.',
  fields: (t) => ({
    source: t.exposeString('source', { description: 'Name of the source, such as "db".' }),
    ...t.exposed([DataSourceTable], {
      tables: `Tables that the data source policy allows: those on the search path first, then by name. At most ${MAX_LISTED_TABLES}.`,
    }),
  }),
});

builder.queryFields((t) => ({
  dataSources: t.field({
    type: [DataSource],
    description: 'Data sources and the tables they can read. Requires the role `OPERATOR`.',
    authScopes: { operator: true },
    resolve: (_root, _args, context) => valueOrError(listDataSources(context.services, actorOf(context))),
  }),
}));

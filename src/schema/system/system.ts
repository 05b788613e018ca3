import {
  type DatabaseMeasure,
  measureDatabase,
  type TableMeasure,
} from '../../db/system/measure-database.js';
import { VERSION } from '../../runtime/version.js';
import {
  readSystemAlerts,
  type SystemAlert as SystemAlertRow,
} from '../../services/notifications/read-system-alerts.js';
import { builder } from '../builder.js';
import { SystemAlertKind } from '../types/enums.js';

const TableSize = builder.objectRef<TableMeasure>('TableSize').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    sizeBytes: t.exposeFloat('sizeBytes', { description: 'With its indexes.' }),
    estimatedRows: t.exposeFloat('estimatedRows', {
      nullable: true,
      description: 'By the statistics of the database; null: it has none so far.',
    }),
  }),
});

const DatabaseInfo = builder.objectRef<DatabaseMeasure>('DatabaseInfo').implement({
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Of PostgreSQL.' }),
    sizeBytes: t.exposeFloat('sizeBytes', { description: 'All of it, also what is not Callboard’s.' }),
    tables: t.field({
      type: [TableSize],
      description: 'Callboard’s, the largest first.',
      resolve: ({ tables }) => tables,
    }),
  }),
});

const SystemAlert = builder.objectRef<SystemAlertRow>('SystemAlert').implement({
  description: 'Something that keeps all schedules and jobs from running.',
  fields: (t) => ({
    kind: t.expose('kind', { type: SystemAlertKind }),
    since: t.expose('since', {
      type: 'DateTime',
      nullable: true,
      description: 'When a worker was last seen. Null: never, or unknown.',
    }),
    message: t.exposeString('message', { description: 'In words, for people.' }),
  }),
});

const System = builder.objectRef<{ version: string }>('System').implement({
  description: 'What answers here.',
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Of Callboard.' }),
    publicUrl: t.string({
      description: 'Where agents and senders of webhooks reach it.',
      resolve: (_system, _args, { publicUrl }) => publicUrl,
    }),
    alerts: t.field({
      type: [SystemAlert],
      description:
        'What keeps everything from running, e.g. that no worker is there. Empty when all is well.',
      resolve: (_system, _args, { services }) => readSystemAlerts(services),
    }),
    database: t.field({
      type: DatabaseInfo,
      resolve: (_system, _args, { services }) => measureDatabase(services.pool),
    }),
  }),
});

builder.queryField('system', (t) => t.field({ type: System, resolve: () => ({ version: VERSION }) }));

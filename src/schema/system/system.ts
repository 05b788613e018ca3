import {
  type DatabaseMeasure,
  measureDatabase,
  type TableMeasure,
} from '../../db/system/measure/measure-database.js';
import { VERSION } from '../../runtime/version.js';
import {
  readSystemAlerts,
  type SystemAlert as SystemAlertRow,
} from '../../services/notifications/read-system-alerts.js';
import { builder } from '../builder.js';
import { enumOf } from '../types/enum-of.js';

const SystemAlertKind = enumOf<SystemAlertRow['kind']>(
  'SystemAlertKind',
  'What keeps everything from running.',
  {
    no_worker: 'No worker is running.',
    workers_draining: 'All running workers are draining.',
  },
);

const TableSize = builder.objectRef<TableMeasure>('TableSize').implement({
  description: 'Size of a table.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the table.' }),
    sizeBytes: t.exposeFloat('sizeBytes', { description: 'Size in bytes, including indexes.' }),
    estimatedRows: t.exposeFloat('estimatedRows', {
      nullable: true,
      description: 'Estimated number of rows, from database statistics. Null if there are no statistics yet.',
    }),
  }),
});

const DatabaseInfo = builder.objectRef<DatabaseMeasure>('DatabaseInfo').implement({
  description: 'The database that Callboard uses.',
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Version of PostgreSQL.' }),
    sizeBytes: t.exposeFloat('sizeBytes', {
      description: 'Size of the whole database in bytes, including what does not belong to Callboard.',
    }),
    ...t.exposed([TableSize], { tables: 'Tables of Callboard, largest first.' }),
  }),
});

const SystemAlert = builder.objectRef<SystemAlertRow>('SystemAlert').implement({
  description: 'A problem that keeps all schedules and jobs from running.',
  fields: (t) => ({
    kind: t.expose('kind', { type: SystemAlertKind, description: 'What is wrong.' }),
    ...t.exposed('DateTime', {
      since: 'Time a worker was last seen. Null if unknown, or if no worker has run yet.',
    }),
    message: t.exposeString('message', { description: 'What is wrong and what to do, in plain words.' }),
  }),
});

const ExplorerState = enumOf('ExplorerState', 'Whether the admin has a GraphQL explorer.', {
  on: 'Admins can use the explorer.',
  off: '`CALLBOARD_GRAPHIQL` turns the explorer off, which is the default in production.',
  persisted_only:
    'The explorer is turned on but cannot work: with `CALLBOARD_OPERATIONS=persisted`, pages may only send the operations of the admin.',
});

const System = builder.objectRef<{ version: string }>('System').implement({
  description: 'This installation of Callboard.',
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Version of Callboard.' }),
    publicUrl: t.string({
      description: 'URL at which agents and webhook senders reach Callboard.',
      resolve: (_system, _args, { publicUrl }) => publicUrl,
    }),
    explorer: t.field({
      type: ExplorerState,
      description: 'Whether the admin has a GraphQL explorer.',
      resolve: (_system, _args, { explorer }) => explorer,
    }),
    alerts: t.field({
      type: [SystemAlert],
      description: 'Problems that keep everything from running, such as no worker. Empty if there are none.',
      resolve: (_system, _args, { services }) => readSystemAlerts(services),
    }),
    database: t.field({
      type: DatabaseInfo,
      description: 'The database.',
      resolve: (_system, _args, { services }) => measureDatabase(services.pool),
    }),
  }),
});

builder.queryField('system', (t) =>
  t.field({
    type: System,
    description: 'Versions, addresses and size of this installation.',
    resolve: () => ({ version: VERSION }),
  }),
);

import {
  type DataSourcePolicyView,
  getDataSourcePolicy,
  updateDataSourcePolicy,
} from '../../services/runs/data-sources/data-source-policy.js';
import { builder } from '../builder.js';
import { mutationOf } from '../types/mutation.js';

const ALLOW =
  'Allows entries that are denied by default: tables of Callboard and the system, and columns that look like credentials. Restricts nothing.';
const ONLY =
  'If not empty, only these tables can be read. An entry is "table", "schema.table" or "schema.*". Does not allow what is denied by default.';
const DENY = 'Denies entries and takes precedence over the other lists. "schema.*" denies a whole schema.';

const DataSourcePolicy = builder.objectRef<DataSourcePolicyView>('DataSourcePolicy').implement({
  description:
    'Which tables and columns data source strings (`db:…`) can read. An entry is "table", "schema.table", "table.column" or "schema.table.column", ignoring case. In `allow` and `only`, a table without a schema is one on the search path; in `deny`, it is a table of any schema.',
  fields: (t) => ({
    ...t.exposed('[String!]!', {
      allow: ALLOW,
      only: ONLY,
      deny: DENY,
    }),
    malformed: t.exposeBoolean('isMalformed', {
      description:
        'Whether the stored policy, written by SQL, is not valid. Nothing can be read until it is replaced.',
    }),
  }),
});

const UpdateDataSourcePolicyInput = builder.inputType('UpdateDataSourcePolicyInput', {
  description: 'Changes to the data source policy. Omitted lists keep their value.',
  fields: (t) => ({
    ...t.fields('[String!]', {
      allow: ALLOW,
      only: ONLY,
      deny: DENY,
    }),
  }),
});

builder.queryField('dataSourcePolicy', (t) =>
  t.field({
    type: DataSourcePolicy,
    description: 'Which tables and columns data sources can read.',
    authScopes: { admin: true },
    resolve: (_root, _args, { services }) => getDataSourcePolicy(services.pool),
  }),
);

builder.mutationField('updateDataSourcePolicy', (t) =>
  mutationOf(DataSourcePolicy)(t, {
    by: 'admin',
    description: 'Changes which tables and columns data sources can read.',
    args: {
      input: t.arg({ type: UpdateDataSourcePolicyInput, required: true, description: 'The changes.' }),
    },
    run: (deps, actor, { input }) => updateDataSourcePolicy(deps, actor, input),
  }),
);

import {
  type DataSourcePolicyView,
  getDataSourcePolicy,
  updateDataSourcePolicy,
} from '../../services/runs/data-source-policy.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { answer, resultUnion } from '../types/errors.js';

const ALLOW =
  'Opens what is denied by default: tables of Callboard and of the system, and columns that look like a credential. Closes nothing.';
const ONLY =
  'Unless it is empty, only the tables it names may be read. An entry is "table", "schema.table" or "schema.*". Opens nothing that is denied by default.';
const DENY = 'Closes what it names, and wins over the other lists. "schema.*" closes a whole schema.';

const DataSourcePolicy = builder.objectRef<DataSourcePolicyView>('DataSourcePolicy').implement({
  description:
    'What db: strings in params may read. Entries are "table", "schema.table", "table.column" or "schema.table.column", in any case. In "allow" and "only", a table without its schema is one that the search path reaches; in "deny", one of any schema.',
  fields: (t) => ({
    allow: t.exposeStringList('allow', { description: ALLOW }),
    only: t.exposeStringList('only', { description: ONLY }),
    deny: t.exposeStringList('deny', { description: DENY }),
    malformed: t.exposeBoolean('isMalformed', {
      description: 'What is stored (by SQL) cannot be understood: nothing may be read until it is set anew.',
    }),
  }),
});

const UpdateDataSourcePolicyInput = builder.inputType('UpdateDataSourcePolicyInput', {
  description: 'A list that is left out stays as it is.',
  fields: (t) => ({
    allow: t.stringList({ description: ALLOW }),
    only: t.stringList({ description: ONLY }),
    deny: t.stringList({ description: DENY }),
  }),
});

builder.queryField('dataSourcePolicy', (t) =>
  t.field({
    type: DataSourcePolicy,
    authScopes: { admin: true },
    resolve: (_root, _args, { services }) => getDataSourcePolicy(services.pool),
  }),
);

builder.mutationField('updateDataSourcePolicy', (t) =>
  t.field({
    type: resultUnion('UpdateDataSourcePolicy', DataSourcePolicy),
    authScopes: { admin: true },
    args: { input: t.arg({ type: UpdateDataSourcePolicyInput, required: true }) },
    resolve: (_root, { input }, context) =>
      answer(updateDataSourcePolicy(context.services, actorOf(context), input), (policy) => policy),
  }),
);

import {
  type DataSourcePolicyView,
  getDataSourcePolicy,
  updateDataSourcePolicy,
} from '../services/data-source-policy.js';
import { builder } from './builder.js';
import { actorOf } from './context.js';
import { answer, resultUnion } from './errors.js';

const ALLOW =
  'As soon as it names a table, only the tables it names may be read. Tables of Callboard and of the system, and columns that look like a credential, must be named here to be read at all.';
const DENY = 'Wins over everything.';

const DataSourcePolicy = builder.objectRef<DataSourcePolicyView>('DataSourcePolicy').implement({
  description: 'What db: strings in params may read. Entries are "table" or "table.column", in any case.',
  fields: (t) => ({
    allow: t.exposeStringList('allow', { description: ALLOW }),
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

import type { FieldChange } from '../../domain/configuration/compare-fields.js';
import { LIMITS } from '../../domain/limits.js';
import {
  applyConfiguration,
  type ConfigurationPlan as Plan,
} from '../../services/configuration/apply-configuration.js';
import {
  exportConfiguration,
  type ConfigurationPage as Page,
} from '../../services/configuration/export-configuration.js';
import type { ConfigurationChange as Change } from '../../services/configuration/plan-changes.js';
import { builder } from '../builder.js';
import { enumOf } from '../types/enum-of.js';
import { mutationOf } from '../types/mutation.js';

const ConfigurationKind = enumOf('ConfigurationKind', 'Kind of a configuration document.', {
  Agent: 'An agent. Its key is its ID.',
  NotificationChannel: 'A notification channel. Its key is its name.',
  Pipeline: 'A pipeline.',
  Schedule: 'A schedule or a template.',
  Webhook: 'A webhook.',
});

const ConfigurationAction = enumOf('ConfigurationAction', 'Change of an object by an apply.', {
  create: 'It is created.',
  update: 'It is changed.',
  delete: 'It is deleted.',
});

const ConfigurationFieldChange = builder.objectRef<FieldChange>('ConfigurationFieldChange').implement({
  description: 'A difference in one field.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      description: 'Path to the field, outermost first. A step of a pipeline is named by its `stepId`.',
    }),
    ...t.exposed('JSON', {
      before:
        'Value before. Null if it was not set or is secret. A value over 16 KiB reads `{"truncated": true, "bytes": …}`.',
      after: 'Value after, in the same form. Null if it is not set or is secret.',
    }),
    secret: t.exposeBoolean('secret', { description: 'Whether the values are secret and not shown.' }),
  }),
});

const ConfigurationChange = builder.objectRef<Change>('ConfigurationChange').implement({
  description: 'A change of one object.',
  fields: (t) => ({
    action: t.expose('action', { type: ConfigurationAction, description: 'The change.' }),
    kind: t.expose('kind', { type: ConfigurationKind, description: 'Kind of the object.' }),
    key: t.exposeString('key', { description: 'Key of the object.' }),
    ...t.exposed('ID', { id: 'ID of the object. Null if a dry run would create it.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    ...t.exposed([ConfigurationFieldChange], { fields: 'Fields that differ. Empty for a deletion.' }),
  }),
});

const ConfigurationPlan = builder.objectRef<Plan>('ConfigurationPlan').implement({
  description: 'What an apply has changed, or would change.',
  fields: (t) => ({
    ...t.exposed([ConfigurationChange], { changes: 'Changes, in the order in which they are made.' }),
    unchanged: t.exposeInt('unchanged', {
      description: 'Number of documents whose objects were already as the document says.',
    }),
    dryRun: t.exposeBoolean('dryRun', { description: 'Whether this was a dry run, which changes nothing.' }),
  }),
});

const ConfigurationPage = builder.objectRef<Page>('ConfigurationPage').implement({
  description: 'Objects as documents, in the order of their keys.',
  fields: (t) => ({
    ...t.exposed('[JSON!]!', {
      documents:
        'Documents, without secrets. Fields that have their default are left out. `applyConfiguration` accepts them.',
    }),
    ...t.exposed('String', {
      nextAfter: 'Argument `after` of the next page. Null if this is the last one.',
    }),
    withoutKey: t.exposeInt('withoutKey', {
      description: 'Number of objects of this kind without a key. They cannot be exported.',
    }),
  }),
});

builder.queryField('configuration', (t) =>
  t.field({
    type: ConfigurationPage,
    description: 'Objects of one kind as configuration documents.',
    authScopes: { admin: true },
    args: {
      kind: t.arg({ type: ConfigurationKind, required: true, description: 'Kind of the objects.' }),
      managedBy: t.arg.string({ description: 'Only objects that this name manages. Defaults to all.' }),
      after: t.arg.string({ description: 'Continues after this key. Defaults to the first page.' }),
    },
    resolve: (_root, args, { services }) => exportConfiguration(services, args),
  }),
);

builder.mutationField('applyConfiguration', (t) =>
  mutationOf(ConfigurationPlan)(t, {
    by: 'admin',
    description:
      'Creates and changes objects to match documents, in one transaction: if anything fails, nothing is changed. Applying the same documents again changes nothing. Paths of issues begin with `documents` and the number of the document, counted from 0.',
    args: {
      documents: t.arg({
        type: ['JSON'],
        required: true,
        description: `Documents, in any order; at most ${LIMITS.configurationDocuments.toLocaleString('en')}. Their JSON Schema is \`configuration.schema.json\`. A field that is left out gets its default, except for secrets, \`enabled\`, and \`version\` of an agent, which stay as they are.`,
      }),
      managedBy: t.arg.string({
        description:
          'Who manages these documents, such as "github.com/acme/ops". It is stored with every object that they describe. If omitted, the objects are not managed.',
      }),
      ...t.arg.fields('Boolean', {
        prune:
          'Whether to delete objects that `managedBy` manages and no document describes. Requires `managedBy`. Defaults to false.',
        takeOver: 'Whether to change and take over objects that another name manages. Defaults to false.',
        dryRun: 'Whether to return the changes without making them. Defaults to false.',
      }),
    },
    run: applyConfiguration,
  }),
);

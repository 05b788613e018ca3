/** The reference of the GraphQL API, from the descriptions in the schema: one page for each kind. */
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';

/** @returns name, title and Markdown of each page */
export function graphqlPages(source) {
  const schema = buildSchema(source);
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type) && !roots.includes(type))
    .sort((one, other) => one.name.localeCompare(other.name));
  const kinds = [
    ['objects', 'Objects', isObjectType, (type) => fields(type, pages)],
    ['interfaces', 'Interfaces', isInterfaceType, (type) => fields(type, pages)],
    [
      'unions',
      'Unions',
      isUnionType,
      (type) =>
        type
          .getTypes()
          .map((one) => `- ${link(one, pages)}`)
          .join('\n'),
    ],
    ['inputs', 'Inputs', isInputObjectType, (type) => inputs(Object.values(type.getFields()), pages)],
    ['enums', 'Enums', isEnumType, values],
    ['scalars', 'Scalars', isScalarType, () => ''],
  ];
  /** Where each type is described. */
  const pages = new Map();
  for (const type of types) pages.set(type.name, kinds.find(([, , is]) => is(type))?.[0]);
  const operations = [
    ['queries', 'Queries'],
    ['mutations', 'Mutations'],
    ['subscriptions', 'Subscriptions'],
  ].map(([name, title], index) => ({ name, title, text: page(title, operationsOf(roots[index], pages)) }));
  const described = kinds.map(([name, title, is, body]) => {
    const entries = types.filter(is).map((type) => entry(type.name, type.description, body(type)));
    return { name, title, text: page(title, entries) };
  });
  return [...operations, ...described];
}

const page = (title, entries) =>
  `---\noutline: 2\n---\n\n# GraphQL: ${title.toLowerCase()}\n\n${entries.join('\n\n')}\n`;

const entry = (name, description, body) =>
  `## ${name}\n\n${[description, body].filter(Boolean).join('\n\n')}`;

function operationsOf(root, pages) {
  const all = Object.values(root?.getFields() ?? {}).sort((one, other) => one.name.localeCompare(other.name));
  return all.map((field) => {
    const body = [`Returns ${link(field.type, pages)}.`, deprecation(field), inputs(field.args, pages)];
    return entry(field.name, field.description, body.filter(Boolean).join('\n\n'));
  });
}

function fields(type, pages) {
  const rows = Object.values(type.getFields()).map((field) => {
    const args = field.args.map(
      (arg) => `\`${arg.name}\`: ${link(arg.type, pages)}, ${cell(arg.description)}`,
    );
    const text = [cell(field.description), deprecation(field), ...args].filter(Boolean).join(' · ');
    return `| \`${field.name}\` | ${link(field.type, pages)} | ${text} |`;
  });
  return ['| field | type | |', '| --- | --- | --- |', ...rows].join('\n');
}

function inputs(args, pages) {
  if (args.length === 0) return '';
  const rows = args.map((arg) => {
    const by = arg.defaultValue === undefined ? '' : ` Default: \`${JSON.stringify(arg.defaultValue)}\`.`;
    const text = `${cell(arg.description)}${by} ${deprecation(arg)}`.trim();
    return `| \`${arg.name}\` | ${link(arg.type, pages)} | ${text} |`;
  });
  return ['| argument | type | |', '| --- | --- | --- |', ...rows].join('\n');
}

function values(type) {
  const rows = type.getValues().map((value) => {
    return `| \`${value.name}\` | ${[cell(value.description), deprecation(value)].filter(Boolean).join(' ')} |`;
  });
  return ['| value | |', '| --- | --- |', ...rows].join('\n');
}

const deprecation = ({ deprecationReason }) =>
  deprecationReason ? `Deprecated: ${cell(deprecationReason)}` : '';

const cell = (text) => (text ?? '').replaceAll('\n', ' ').replaceAll('|', '\\|');

/** A type with its wrappers, linked to where it is described. */
function link(type, pages) {
  const text = String(type);
  const name = text.replaceAll(/[[\]!]/g, '');
  const target = pages.get(name);
  return target ? `[\`${text}\`](./${target}.md#${name.toLowerCase()})` : `\`${text}\``;
}

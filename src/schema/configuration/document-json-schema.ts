/** The JSON Schema of configuration files, for editors. */
import { type GraphQLNamedType, getNamedType, isInputObjectType } from 'graphql';
import { z } from 'zod';
import { CONFIGURATION_KINDS, type ConfigurationKind } from '../../domain/configuration/kinds.js';
import { DOCUMENT_SCHEMAS } from '../../services/configuration/document-schemas.js';
import { schema } from '../index.js';

interface Node {
  type?: unknown;
  title?: string;
  description?: string;
  enum?: readonly unknown[];
  properties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
  [keyword: string]: unknown;
}

/** The GraphQL inputs with the same fields. They supply the descriptions. */
const INPUTS: Readonly<Record<ConfigurationKind, string>> = {
  NotificationChannel: 'NotificationChannelInput',
  Agent: 'RegisterAgentInput',
  Pipeline: 'CreatePipelineInput',
  Schedule: 'CreateScheduleInput',
  Webhook: 'CreateWebhookInput',
};

/** Files say where a secret is stored. The `callboard` command puts the secret into the document. */
const SECRET: Node = {
  description: 'Where `callboard` finds the secret. Leave it out to keep the stored one.',
  oneOf: [
    {
      type: 'object',
      properties: { env: { type: 'string', description: 'Name of the environment variable that holds it.' } },
      required: ['env'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: {
        file: {
          type: 'string',
          description: 'Path of the file that holds it, relative to the configuration file.',
        },
      },
      required: ['file'],
      additionalProperties: false,
    },
  ],
};

/** Schemas that several fields share, by name. */
type Definitions = Record<string, Node>;

/** One schema for all kinds, which `kind` distinguishes. */
export function documentJsonSchema(): object {
  const definitions: Definitions = { Secret: SECRET };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Callboard configuration',
    type: 'object',
    required: ['kind', 'key'],
    oneOf: CONFIGURATION_KINDS.map((kind) => describeKind(kind, definitions)),
    definitions,
  };
}

function describeKind(kind: ConfigurationKind, definitions: Definitions): Node {
  const { $schema: _, ...node } = z.toJSONSchema(DOCUMENT_SCHEMAS[kind], {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
  });
  return { title: kind, ...describe(node as Node, schema.getType(INPUTS[kind]), definitions) };
}

/** Adds the descriptions of the input and removes internal properties. */
function describe(node: Node, type: GraphQLNamedType | undefined, definitions: Definitions): Node {
  const { title, ...described } = node;
  if (title === 'Secret') return { $ref: '#/definitions/Secret' };
  const fields = isInputObjectType(type) ? type.getFields() : {};
  // The pattern checks the same in a form that editors cannot show.
  if (described.format === 'date-time') delete described.pattern;
  if (described.properties) {
    const constants = constantsOf(Object.values(described.properties));
    described.properties = Object.fromEntries(
      Object.entries(described.properties).map(([name, property]) => {
        const field = fields[name];
        const inner = describe(property, field && getNamedType(field.type), definitions);
        const description =
          inner.description ?? (field?.description && inFiles(field.description, constants));
        return [name, description ? { description, ...inner } : inner];
      }),
    );
  }
  if (described.items) described.items = describe(described.items, type, definitions);
  if (described.anyOf)
    return orNull({ ...described, anyOf: described.anyOf.map((one) => describe(one, type, definitions)) });
  if (type?.name !== 'RetryConfigInput' || !described.properties) return described;
  definitions.RetryConfig = described;
  return { $ref: '#/definitions/RetryConfig' };
}

/** Adds null to the types of a schema that has it as an alternative. Editors explain one type better than two. */
function orNull({ anyOf = [], ...node }: Node): Node {
  const [one, other] = anyOf;
  if (anyOf.length !== 2 || other?.type !== 'null' || !one?.type || 'const' in one) return { ...node, anyOf };
  return { ...node, ...one, type: [one.type, 'null'].flat(), ...(one.enum && { enum: [...one.enum, null] }) };
}

/** Values of enums by their names in the API. Files use lower case. */
function constantsOf(properties: readonly Node[]): Map<string, string> {
  const values = properties.flatMap((one) => [one, ...(one.anyOf ?? [])]).flatMap((one) => one.enum ?? []);
  return new Map(values.map((value) => [String(value).replaceAll('-', '_').toUpperCase(), String(value)]));
}

function inFiles(description: string, constants: ReadonlyMap<string, string>): string {
  return description.replace(/`([A-Z0-9_]+)`/g, (quoted, constant: string) =>
    constants.has(constant) ? `\`${constants.get(constant)}\`` : quoted,
  );
}

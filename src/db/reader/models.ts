import { getDatamodel } from '../generated/pothos-types.js';

export interface Column {
  type: 'String' | 'Int' | 'Float' | 'BigInt' | 'Boolean' | 'DateTime' | 'Json' | string;
  isList: boolean;
}

/** Rows of another model that refer to a row of this one by its id. */
interface Children {
  model: string;
  /** The column that holds the id. */
  column: string;
}

/** A table according to `prisma/schema.prisma`, with the names used there. */
export interface Model {
  name: string;
  columns: ReadonlyMap<string, Column>;
  children: ReadonlyMap<string, Children>;
}

interface Field {
  name: string;
  kind: string;
  type: string;
  isList: boolean;
  relationName?: string;
  relationFromFields?: readonly string[];
}

export function readModels(): ReadonlyMap<string, Model> {
  const models = Object.entries(getDatamodel().datamodel.models) as unknown as [
    string,
    { fields: Field[] },
  ][];
  const fieldsOf = new Map(models.map(([name, { fields }]) => [name, fields]));
  return new Map(
    models.map(([name, { fields }]) => {
      const columns = fields.filter(({ kind }) => kind === 'scalar');
      const children = fields.flatMap((field) => {
        const back = fieldsOf.get(field.type)?.find((other) => isInverse(field, other));
        const [column] = back?.relationFromFields ?? [];
        return field.kind === 'object' && field.isList && column !== undefined
          ? [[field.name, { model: field.type, column }] as const]
          : [];
      });
      return [name, { name, columns: new Map(columns.map((c) => [c.name, c])), children: new Map(children) }];
    }),
  );
}

function isInverse(field: Field, other: Field): boolean {
  return field.relationName !== undefined && other.relationName === field.relationName && !other.isList;
}

import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';

const NAME = 'loadedColumns';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      loadedColumns: LoadedColumnsPlugin<Types>;
    }
  }
}

/** The columns that the resolver of a field needs, as set for the Prisma plugin. */
interface Selecting {
  select?: Readonly<Record<string, unknown>> | ((...args: never[]) => unknown);
}

/**
 * Answers fields synchronously from columns that were read with the row. The Prisma plugin would find out for
 * each field of each row which query had loaded it. List it before that plugin and after the one that checks
 * roles.
 */
class LoadedColumnsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (field.kind !== 'PrismaObject') return resolve;
    const column = field.extensions?.pothosExposedField as string | undefined;
    if (column !== undefined)
      return (row, args, context, info) => {
        const value = (row as Row)[column];
        return value === undefined ? resolve(row, args, context, info) : value;
      };
    const columns = plainColumns(field.pothosOptions as Selecting);
    const { resolve: own } = field;
    // For objects, the Prisma plugin needs to know what was read for them.
    if (!columns || !own || !isLeaf(field.type)) return resolve;
    return (row, args, context, info) => {
      for (const name of columns)
        if ((row as Row)[name] === undefined) return resolve(row, args, context, info);
      return own(row, args, context, info);
    };
  }
}

type Row = Readonly<Record<string, unknown>>;

function plainColumns({ select }: Selecting): string[] | undefined {
  if (typeof select !== 'object') return undefined;
  return Object.values(select).every((wanted) => wanted === true) ? Object.keys(select) : undefined;
}

interface FieldType {
  kind: string;
  type?: FieldType;
}

function isLeaf({ kind, type }: FieldType): boolean {
  return type ? isLeaf(type) : kind === 'Scalar' || kind === 'Enum';
}

SchemaBuilder.registerPlugin(NAME, LoadedColumnsPlugin);

export default NAME;

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

/**
 * A column that is exposed as it is, and was read with its row, is answered at once: the Prisma plugin would look up for each field
 * of each row which query had loaded it. To be listed before that plugin, and after what decides who may see a field.
 */
class LoadedColumnsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { kind, extensions }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const column = extensions?.pothosExposedField as string | undefined;
    if (kind !== 'PrismaObject' || column === undefined) return resolve;
    return (row, args, context, info) => {
      const value = (row as Record<string, unknown>)[column];
      return value === undefined ? resolve(row, args, context, info) : value;
    };
  }
}

SchemaBuilder.registerPlugin(NAME, LoadedColumnsPlugin);

export default NAME;

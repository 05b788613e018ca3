import type { CodegenConfig } from '@graphql-codegen/cli';

/** Types of the operations that the tests send, as any client would make its own from `schema.graphql`. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: 'test/support/operations.graphql',
  generates: {
    'test/support/generated/operations.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        documentMode: 'string',
        enumsAsTypes: true,
        useTypeImports: true,
        importExtension: '.js',
        scalars: {
          DateTime: 'string',
          Duration: { input: 'number | string', output: 'number' },
          JSON: 'unknown',
        },
      },
    },
  },
};

export default config;

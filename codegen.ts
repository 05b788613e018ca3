import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CodegenConfig } from '@graphql-codegen/cli';

const scalars = {
  DateTime: 'string',
  Duration: { input: 'number | string', output: 'number' },
  JSON: 'unknown',
};

/** Of the admin: each `<name>.graphql` gets its types and documents beside it, so that a page loads no other page's. */
const adminDocuments = readdirSync('admin/src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.graphql'))
  .map((file) => join('admin/src', file))
  .sort();

/** Types of what the tests and the admin send, as any client would make its own from `schema.graphql`. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  allowPartialOutputs: true,
  generates: {
    'test/support/generated/operations.ts': {
      documents: 'test/support/operations.graphql',
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        documentMode: 'string',
        enumsAsTypes: true,
        useTypeImports: true,
        importExtension: '.js',
        scalars,
      },
    },
    ...Object.fromEntries(
      adminDocuments.map((file) => [
        file.replace(/\.graphql$/, '.generated.ts'),
        {
          documents: file,
          plugins: ['typescript-operations', 'typed-document-node'],
          config: {
            documentMode: 'graphQLTag',
            gqlImport: '@urql/core#gql',
            documentNodeImport: '@urql/core#TypedDocumentNode',
            enumsAsTypes: true,
            useTypeImports: true,
            dedupeFragments: true,
            scalars,
          },
        },
      ]),
    ),
  },
};

export default config;

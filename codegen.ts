import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodegenConfig } from '@graphql-codegen/cli';

const TEST_DOCUMENTS = 'test/support/operations.graphql';
const CLIENT_DOCUMENTS = 'packages/client/src/operations.graphql';

const scalars = {
  DateTime: 'string',
  Duration: { input: 'number | string', output: 'number' },
  JSON: 'unknown',
};

/** Documents as text: their users need no GraphQL library. */
const textConfig = {
  documentMode: 'string',
  enumsAsTypes: true,
  useTypeImports: true,
  importExtension: '.js',
  scalars,
};

/** Where a fragment that several pages spread is defined. */
const fragmentFiles = new Map<string, string>();
/** What each file spreads, itself or through others. */
const adminDocuments = readdirSync('admin/src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.graphql'))
  .map((file) => join('admin/src', file))
  .sort();
for (const file of adminDocuments)
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^fragment (\w+) on/gm))
    fragmentFiles.set(name, file);

/** A file with the files of the fragments that it spreads, and of those that these spread. */
function withFragments(file: string, files = new Set<string>()): string[] {
  files.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/\.\.\.(\w+)/g)) {
    const other = fragmentFiles.get(name);
    if (other !== undefined && !files.has(other)) withFragments(other, files);
  }
  return [...files];
}

/** The client has the type of its documents itself, so that it depends on nothing. */
function withOwnDocumentType(_path: string, content: string): string {
  return content.replace('@graphql-typed-document-node/core', './typed-document.js');
}

/**
 * Types of what the tests, the client and the admin send, as any client would make its own from `schema.graphql`. Each `.graphql` file of the admin gets
 * its types and documents beside it, so that a page loads no other page's.
 */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  allowPartialOutputs: true,
  generates: {
    // The image is built without the tests and the packages.
    ...(existsSync(TEST_DOCUMENTS) && {
      'test/support/generated/operations.ts': {
        documents: TEST_DOCUMENTS,
        plugins: ['typescript-operations', 'typed-document-node'],
        config: textConfig,
      },
    }),
    ...(existsSync(CLIENT_DOCUMENTS) && {
      [CLIENT_DOCUMENTS.replace(/\.graphql$/, '.generated.ts')]: {
        documents: CLIENT_DOCUMENTS,
        plugins: ['typescript-operations', 'typed-document-node'],
        config: textConfig,
        hooks: { beforeOneFileWrite: withOwnDocumentType },
      },
    }),
    ...Object.fromEntries(
      adminDocuments.map((file) => [
        file.replace(/\.graphql$/, '.generated.ts'),
        {
          documents: withFragments(file),
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

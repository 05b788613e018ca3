/**
 * What `scripts/operation-types.mjs` writes: the types and documents of the operations that the tests, the
 * client and the admin send, as any client would generate them from `schema.graphql`. Each `.graphql` file of
 * the admin gets its types and documents beside it, so that a page loads no other page's.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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

const adminConfig = {
  documentMode: 'graphQLTag',
  gqlImport: '@urql/core#gql',
  documentNodeImport: '@urql/core#TypedDocumentNode',
  enumsAsTypes: true,
  useTypeImports: true,
  dedupeFragments: true,
  scalars,
};

/**
 * @param {string} root folder of the project
 * @returns {{ output: string, documents: string[], config: object, finish?: (content: string) => string }[]} paths are absolute
 */
export function operationOutputs(root) {
  const documentsIn = (folder) =>
    // The image is built without the tests and the packages.
    (existsSync(join(root, folder)) ? readdirSync(join(root, folder), { recursive: true }) : [])
      .filter((file) => file.endsWith('.graphql'))
      .map((file) => join(root, folder, file))
      .sort();
  const adminDocuments = documentsIn('admin/src');
  const fragments = findFragments(adminDocuments);
  return [
    ...documentsIn('test/support').map((file) => ({
      output: join(root, 'test/support/generated/operations.ts'),
      documents: [file],
      config: textConfig,
    })),
    ...documentsIn('packages/client/src').map((file) => ({
      output: besideOf(file),
      documents: [file],
      config: textConfig,
      // The client contains the type of its documents, so that it has no dependencies.
      finish: (content) => content.replace('@graphql-typed-document-node/core', './typed-document.js'),
    })),
    ...adminDocuments.map((file) => ({
      output: besideOf(file),
      documents: [...withFragments(file, fragments)].sort(),
      config: adminConfig,
    })),
  ];
}

const besideOf = (file) => file.replace(/\.graphql$/, '.generated.ts');

/** The file that defines each fragment, by the fragment's name. */
function findFragments(files) {
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^fragment (\w+) on/gm)].map(([, name]) => [name, file]),
    ),
  );
}

/** A file with the files of the fragments that it spreads, and of those that these spread. */
function withFragments(file, fragments, files = new Set()) {
  files.add(file);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/\.\.\.(\w+)/g)) {
    const other = fragments.get(name);
    if (other !== undefined && !files.has(other)) withFragments(other, fragments, files);
  }
  return files;
}

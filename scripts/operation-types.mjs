/**
 * Writes the types and documents of the GraphQL operations in `admin` and `test`, from `schema.graphql`. They are built, not
 * committed. With `--watch`, writes them again when an operation or the schema changes.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema, Kind, parse, visit } from 'graphql';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SCHEMA = join(ROOT, 'schema.graphql');
const ADMIN = join(ROOT, 'admin/src');
/** Left out of the image's build, as the tests are. */
const TESTS = join(ROOT, 'test/support/operations.graphql');
const TEST_OUTPUT = join(ROOT, 'test/support/generated/operations.ts');

const COMMON = {
  enumsAsTypes: true,
  useTypeImports: true,
  scalars: {
    DateTime: 'string',
    Duration: { input: 'number | string', output: 'number' },
    JSON: 'unknown',
  },
};
const ADMIN_CONFIG = {
  ...COMMON,
  documentMode: 'graphQLTag',
  gqlImport: '@urql/core#gql',
  documentNodeImport: '@urql/core#TypedDocumentNode',
  dedupeFragments: true,
};
const TEST_CONFIG = { ...COMMON, documentMode: 'string', importExtension: '.js' };

/** Written last: what is older than this has been read. */
const STAMP = join(ROOT, 'node_modules/.cache/callboard-operations/stamp');

/** Writes what has changed, if anything has. @throws Error that names the operation that does not fit the schema */
export async function writeOperationTypes() {
  const adminFiles = graphqlFiles(ADMIN);
  const testFiles = existsSync(TESTS) ? [TESTS] : [];
  const inputs = [fileURLToPath(import.meta.url), SCHEMA, ...adminFiles, ...testFiles];
  if (isFresh(inputs, [...adminFiles, ...testFiles].map(outputOf))) return;
  const write = await createWriter();
  const admin = adminFiles.map(readDocument);
  const fragments = fragmentsByName(admin);
  // Each page has a file of its own, so that it loads no other page's operations.
  for (const file of admin) await write([file, ...fragmentsElsewhere(file, fragments)], ADMIN_CONFIG);
  for (const file of testFiles) await write([readDocument(file)], TEST_CONFIG);
  writeIfChanged(STAMP, new Date().toISOString());
}

function outputOf(location) {
  return location === TESTS ? TEST_OUTPUT : location.replace(/\.graphql$/, '.generated.ts');
}

function isFresh(inputs, outputs) {
  if (![STAMP, ...outputs].every((file) => existsSync(file))) return false;
  const { mtimeMs } = statSync(STAMP);
  return inputs.every((file) => statSync(file).mtimeMs < mtimeMs);
}

/** Loads the generator, which takes longer than to find that there is nothing to do. */
async function createWriter() {
  const [{ codegen }, typescriptOperations, typedDocumentNode] = await Promise.all([
    import('@graphql-codegen/core'),
    import('@graphql-codegen/typescript-operations'),
    import('@graphql-codegen/typed-document-node'),
  ]);
  const schemaText = readFileSync(SCHEMA, 'utf8');
  const schema = parse(schemaText);
  const schemaAst = buildSchema(schemaText);
  const plugins = [{ typescriptOperations: {} }, { typedDocumentNode: {} }];
  const pluginMap = { typescriptOperations, typedDocumentNode };
  return async (documents, config) => {
    const filename = outputOf(documents[0].location);
    const content = await codegen({ filename, schema, schemaAst, documents, config, plugins, pluginMap });
    writeIfChanged(filename, content);
  };
}

function writeIfChanged(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file) || readFileSync(file, 'utf8') !== content) writeFileSync(file, content);
}

function graphqlFiles(directory) {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => join(directory, name))
    .sort();
}

function readDocument(location) {
  return { location, document: parse(readFileSync(location, 'utf8')) };
}

function fragmentsByName(files) {
  const all = files.flatMap(({ document }) => document.definitions);
  return new Map(
    all
      .filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
}

/** The fragments of other files that this one spreads, and those that these spread. */
function fragmentsElsewhere({ location, document }, fragments) {
  const found = new Map();
  const own = new Set(fragmentsByName([{ document }]).keys());
  const collect = (node) =>
    visit(node, {
      FragmentSpread({ name: { value: name } }) {
        if (own.has(name) || found.has(name)) return;
        const fragment = fragments.get(name);
        if (!fragment) throw new Error(`${location} spreads the fragment ${name}, which is in no file.`);
        found.set(name, fragment);
        collect(fragment);
      },
    });
  collect(document);
  return found.size === 0
    ? []
    : [{ location, document: { kind: Kind.DOCUMENT, definitions: [...found.values()] } }];
}

function reportFailure(error) {
  process.stderr.write(`${error.message}\n`);
}

/** Changes that come together are answered once. */
function writeOnChange() {
  let timer;
  const changed = (_type, name) => {
    if (!name?.endsWith('.graphql')) return;
    clearTimeout(timer);
    timer = setTimeout(() => writeOperationTypes().catch(reportFailure), 50);
  };
  watch(ADMIN, { recursive: true }, changed);
  watch(join(ROOT, 'test/support'), changed);
  watch(ROOT, changed);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeOperationTypes().catch((error) => {
    reportFailure(error);
    process.exitCode = 1;
  });
  if (process.argv.includes('--watch')) writeOnChange();
}

/**
 * Writes the types and documents of the GraphQL operations in `admin`, `packages/client` and `test` (codegen.ts), if anything that they are made from has
 * changed. They are built, not committed. With `--watch`, writes them again when an operation or the schema changes.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const GENERATOR = join(ROOT, 'node_modules/@graphql-codegen/cli/esm/bin.js');
/** Written last: what is older than this has been read. */
const STAMP = join(ROOT, 'node_modules/.cache/callboard-operations/stamp');

/** The image is built without the tests and the packages. */
const DIRECTORIES = ['admin/src', 'packages/client/src', 'test/support'].filter((directory) =>
  existsSync(join(ROOT, directory)),
);

const operationFiles = () =>
  DIRECTORIES.flatMap((directory) =>
    readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.graphql'))
      .map((file) => join(ROOT, directory, file)),
  );

function outputOf(file) {
  return file.includes('test/support')
    ? join(ROOT, 'test/support/generated/operations.ts')
    : file.replace(/\.graphql$/, '.generated.ts');
}

function isFresh() {
  if (!existsSync(STAMP)) return false;
  const writtenAt = statSync(STAMP).mtimeMs;
  const outputs = operationFiles().map(outputOf);
  const inputs = [join(ROOT, 'schema.graphql'), join(ROOT, 'codegen.ts'), ...operationFiles()];
  return (
    outputs.every((file) => existsSync(file)) && inputs.every((file) => statSync(file).mtimeMs < writtenAt)
  );
}

function generate(...flags) {
  const { status } = spawnSync(
    process.execPath,
    [GENERATOR, '--config', 'codegen.ts', '--silent', ...flags],
    {
      cwd: ROOT,
      stdio: 'inherit',
    },
  );
  if (status !== 0) process.exit(status ?? 1);
}

if (!isFresh()) {
  generate();
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, new Date().toISOString());
}
if (process.argv.includes('--watch')) generate('--watch');

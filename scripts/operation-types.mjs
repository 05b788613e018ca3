/**
 * Writes the types and documents of the GraphQL operations in `admin`, `packages/client` and `test`, if anything that they are made from has
 * changed. They are built, not committed. With `--watch`, writes them again when an operation or the schema changes.
 */
import { existsSync, mkdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { parse, Source } from 'graphql';
import { operationOutputs } from './operation-outputs.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SCHEMA = join(ROOT, 'schema.graphql');
const FOLDERS = ['admin/src', 'packages/client/src', 'test/support'];
const PLUGINS = { 'typescript-operations': typescriptOperations, 'typed-document-node': typedDocumentNode };
/** Written last, so everything that is older has been read. */
const STAMP = join(ROOT, 'node_modules/.cache/callboard-operations/stamp');

function isFresh() {
  if (!existsSync(STAMP)) return false;
  const writtenAt = statSync(STAMP).mtimeMs;
  const outputs = operationOutputs(ROOT);
  const inputs = [
    SCHEMA,
    ...['operation-outputs.mjs', 'operation-types.mjs'].map((name) => join(ROOT, 'scripts', name)),
    ...outputs.flatMap(({ documents }) => documents),
  ];
  return (
    outputs.every(({ output }) => existsSync(output)) &&
    inputs.every((file) => statSync(file).mtimeMs < writtenAt)
  );
}

/** Errors name the file. */
const read = (file) => parse(new Source(readFileSync(file, 'utf8'), file));

async function generate() {
  const schema = read(SCHEMA);
  for (const { output, documents, config, finish = (content) => content } of operationOutputs(ROOT)) {
    const content = await codegen({
      filename: output,
      schema,
      documents: documents.map((file) => ({ location: file, document: read(file) })),
      config,
      plugins: Object.keys(PLUGINS).map((name) => ({ [name]: {} })),
      pluginMap: PLUGINS,
    });
    writeIfChanged(output, finish(content));
  }
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, new Date().toISOString());
}

/** An unchanged file keeps its time, so that nothing is compiled again. */
function writeIfChanged(file, content) {
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Generates after each change, once for changes that come together. A mistake in an operation is printed, and fixed by the next change. */
function generateOnChange() {
  let timer;
  let generated = Promise.resolve();
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // One after the other, so that the last one writes the current state.
      generated = generated.then(generate).catch((error) => process.stderr.write(`${error}\n`));
    }, 50);
  };
  // The folder, because many programs replace a file instead of writing it.
  watch(ROOT, (_event, file) => {
    if (file === 'schema.graphql') changed();
  });
  for (const folder of FOLDERS.filter((name) => existsSync(join(ROOT, name))))
    watch(join(ROOT, folder), { recursive: true }, (_event, file) => {
      if (file?.endsWith('.graphql')) changed();
    });
}

if (!isFresh()) await generate();
if (process.argv.includes('--watch')) generateOnChange();

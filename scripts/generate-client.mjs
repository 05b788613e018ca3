/**
 * Writes the Prisma client and the types of Pothos (`src/db/generated`), as `prisma generate` does. Prisma's command line is not installed: see
 * docs/adr/0025-a-small-development-tree.md.
 */
import { createRequire } from 'node:module';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

// The packages cannot be imported as ES modules, because their files import others without an extension.
const require = createRequire(import.meta.url);
const { getGenerators, loadSchemaContext } = require('@prisma/internals');
const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts');

const pathOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
// Pothos' generator is a program in that folder, which only npm's scripts have in their PATH.
process.env.PATH = [pathOf('node_modules/.bin'), process.env.PATH].join(delimiter);

const schemaContext = await loadSchemaContext({
  schemaPath: { cliProvidedPath: pathOf('prisma/schema.prisma') },
  printLoadMessage: false,
});
const generators = await getGenerators({
  schemaContext,
  registry: { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } },
  cliCommand: 'generate',
});
try {
  for (const generator of generators) await generator.generate();
} finally {
  for (const generator of generators) generator.stop();
}

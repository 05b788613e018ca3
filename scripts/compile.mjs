/**
 * `npm run compile`: bundles the programs in `src` with their dependencies into `dist`. Finding and linking
 * two thousand small modules takes more than half of the processor time of a start. A few large ones take
 * little. `npm run typecheck` checks the types.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SRC = `${ROOT}src${sep}`;
const DIST = `${ROOT}dist`;

/**
 * Entry points: the programs, files that run in a thread or before a program, and files that the benchmark
 * imports.
 */
const ENTRIES = [
  'callboard.ts',
  'dev.ts',
  'dev/follow-parent.mjs',
  'engine/maintain/lease-thread.mjs',
  'migrate.ts',
  'runtime/embedded-postgres/embedded-postgres.ts',
  'runtime/telemetry/logger.ts',
  'schema/print.ts',
  'server.ts',
  'services/json-schema/schema-thread.mjs',
  'worker.ts',
];

/** These stay in node_modules: native code, and what few programs load on demand. */
const EXTERNAL = [
  'msgpackr-extract',
  'pg-native',
  'nodemailer',
  '@clack/prompts',
  /^@opentelemetry\/(?!api$)/,
  /^@prisma\/client\/runtime\/query_compiler/,
];
/** Development dependencies whose code gets into the bundles. */
const LICENSED = ['@modelcontextprotocol/core', '@modelcontextprotocol/server'];

/**
 * `import.meta.url` becomes the URL that the module would have in `dist` without bundling, because the files
 * it loads are there.
 */
const ownPaths = {
  name: 'own-paths',
  transform: {
    filter: { id: /[\\/]src[\\/]/, code: 'import.meta.url' },
    handler(code, id) {
      if (!id.startsWith(SRC)) return undefined;
      const path = relative(SRC, id).split(sep).join('/');
      return { code: code.replaceAll('import.meta.url', `new URL('${path}', DIST_FOLDER).href`), map: null };
    },
  },
};

const bundle = await rolldown({
  cwd: ROOT,
  platform: 'node',
  input: Object.fromEntries(ENTRIES.map((path) => [path.replace(/\.m?[tj]s$/, ''), `${SRC}${path}`])),
  external: EXTERNAL,
  resolve: {
    // Imported by its path, which would find the CommonJS copy.
    alias: { 'graphql/language/parser': `${ROOT}node_modules/graphql/language/parser.mjs` },
    extensionAlias: { '.js': ['.ts', '.js'] },
    mainFields: ['module', 'main'],
  },
  transform: { target: 'node20.19', define: { __dirname: 'import.meta.dirname' } },
  plugins: [ownPaths],
  logLevel: 'warn',
});

clean();
const { output } = await bundle.write({
  dir: DIST,
  format: 'esm',
  entryFileNames: ({ facadeModuleId }) => (facadeModuleId?.endsWith('.mjs') ? '[name].mjs' : '[name].js'),
  chunkFileNames: 'chunks/[name].js',
  banner: ({ fileName }) =>
    `const DIST_FOLDER = new URL('${'../'.repeat(fileName.split('/').length - 1) || './'}', import.meta.url);`,
  comments: false,
  keepNames: true,
  sourcemap: true,
  sourcemapExcludeSources: true,
});
await bundle.close();
// Errors of a second copy of GraphQL.js are no GraphQLErrors of the first one, so the server would mask them.
const copy = output
  .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  .find((id) => /[\\/]node_modules[\\/]graphql[\\/].*\.js$/.test(id));
if (copy !== undefined) throw new Error(`${copy} is a second copy of GraphQL.js: add it to resolve.alias`);
const licenses = LICENSED.map((name) => readFileSync(`${ROOT}node_modules/${name}/LICENSE`, 'utf8'));
writeFileSync(`${DIST}/mcp-sdk.LICENSE`, [...new Set(licenses)].join('\n'));

/** Removes everything except the admin, which has its own build. */
function clean() {
  mkdirSync(DIST, { recursive: true });
  for (const name of readdirSync(DIST).filter((each) => each !== 'admin'))
    rmSync(`${DIST}/${name}`, { recursive: true });
}

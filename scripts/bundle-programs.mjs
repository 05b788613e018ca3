/**
 * Bundles each program of `dist` into few files. Node.js spends most of the start of a program on finding and
 * reading its many hundred modules.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, normalizePath } from 'vite';

const dist = normalizePath(fileURLToPath(new URL('../dist/', import.meta.url)));
const CHUNK = 'chunk-';
const PROGRAMS = ['callboard', 'dev', 'migrate', 'server', 'worker'];
/** Packages of many small modules, bundled with their own dependencies. The others, some of which start threads, stay outside. */
const BUNDLED = /^(@escape\.tech|@graphql-yoga|@pothos)\/|^(graphql-scalars|graphql-yoga|zod)$/;
const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Modules keep finding the files beside them, and errors show the lines of `src`. */
const ownModules = {
  name: 'own-modules',
  enforce: 'pre',
  load(id) {
    if (!id.startsWith(dist)) return undefined;
    const own = `new URL('./${id.slice(dist.length)}', import.meta.url).href`;
    const code = readFileSync(id, 'utf8').replaceAll('import.meta.url', own);
    const map = existsSync(`${id}.map`) ? JSON.parse(readFileSync(`${id}.map`, 'utf8')) : null;
    return { code, map };
  },
};

for (const name of readdirSync(dist)) if (name.startsWith(CHUNK)) rmSync(`${dist}${name}`);
await build({
  configFile: false,
  logLevel: 'warn',
  plugins: [ownModules],
  build: {
    ssr: true,
    outDir: dist,
    emptyOutDir: false,
    copyPublicDir: false,
    minify: false,
    sourcemap: true,
    target: 'node20',
    rolldownOptions: {
      input: Object.fromEntries(PROGRAMS.map((name) => [name, `${dist}${name}.js`])),
      output: { entryFileNames: '[name].js', chunkFileNames: `${CHUNK}[hash].js` },
    },
  },
  ssr: { noExternal: true, external: Object.keys(dependencies).filter((name) => !BUNDLED.test(name)) },
});

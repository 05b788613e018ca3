import { readdirSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { type AdminOperation, adminOperations } from './operations.js';

/** Server that the development server passes the API on to. */
const API = `http://127.0.0.1:${process.env.PORT || 4000}`;

/**
 * `npm run build` writes dist/admin, which the server serves at /admin. `npm run dev` serves the sources with hot reload and
 * passes the API on to the server. The proxy rewrites the origin, because the server accepts its cookie from its own pages only.
 */
export default defineConfig(({ command }) => {
  // The build is always for production, whatever the environment says (tests set "test").
  if (command === 'build') process.env.NODE_ENV = 'production';
  // While they are edited, their texts are sent.
  const operations =
    command === 'build' ? adminOperations(fileURLToPath(new URL('src', import.meta.url))) : [];
  return {
    root: fileURLToPath(new URL('.', import.meta.url)),
    base: '/admin/',
    plugins: [react(), tailwindcss(), precompress(), listOperations(operations)],
    define: {
      OPERATION_HASHES: JSON.stringify(Object.fromEntries(operations.map(({ name, hash }) => [name, hash]))),
    },
    build: {
      outDir: '../dist/admin',
      emptyOutDir: true,
      target: 'es2022',
      sourcemap: false,
      // All browsers that understand the target preload modules.
      modulePreload: { polyfill: false },
      // Inlined assets would need a looser Content-Security-Policy.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 600,
      // On a slow machine, the first thing that a newcomer sees would be a warning about how long plugins take.
      rolldownOptions: {
        checks: { pluginTimings: false },
        // What nearly all pages need is one chunk, which compresses better than many small ones.
        output: { codeSplitting: { groups: [{ name: 'common', test: /admin[\\/]src/, minShareCount: 12 }] } },
      },
    },
    server: {
      proxy: Object.fromEntries(
        ['/graphql', '/admin/session'].map((path) => [
          path,
          { target: API, ws: path === '/graphql', changeOrigin: true, headers: { origin: API } },
        ]),
      ),
    },
  };
});

/** Writes the texts of the operations by their hash, for the server. It sends this file to nobody. */
function listOperations(operations: readonly AdminOperation[]): Plugin {
  return {
    name: 'list-operations',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const texts = Object.fromEntries(operations.map(({ hash, text }) => [hash, text]));
      writeFileSync(join(dir, 'operations.json'), JSON.stringify(texts));
    },
  };
}

/** Writes `.br` and `.gz` files beside text files, so that the server only has to send them. */
function precompress(): Plugin {
  // Quality 9 takes twenty times as long (9 s) and saves 0.2 %.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 8 };
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' });
      const texts = files.filter((name) => /\.(js|css|html|svg)$/.test(name));
      // At once: each file is compressed in a thread.
      await Promise.all(
        texts.map(async (file) => {
          const path = join(dir, file);
          const content = await readFile(path);
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
        }),
      );
    },
  };
}

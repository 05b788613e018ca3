import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const API = 'http://127.0.0.1:4000';

/**
 * `npm run build` writes dist/admin, which the server serves at /admin. `npx vite admin` serves the sources with hot reload and
 * passes the API on to a running server; its origin is rewritten, because cookies are good for the server's own pages only.
 */
export default defineConfig(({ command }) => {
  // Whatever the environment of who builds says (tests say "test"), the build is for production.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root: fileURLToPath(new URL('.', import.meta.url)),
    base: '/admin/',
    plugins: [react(), tailwindcss(), precompress()],
    build: {
      outDir: '../dist/admin',
      emptyOutDir: true,
      target: 'es2022',
      sourcemap: false,
      // Inlined ones would need a looser Content-Security-Policy.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 600,
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

/** Writes `.br` and `.gz` beside what is worth it, so that the server only sends files. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' });
      for (const file of files.filter((name) => /\.(js|css|html|svg)$/.test(name))) {
        const path = join(dir, file);
        const content = readFileSync(path);
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

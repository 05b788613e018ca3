/** Puts the code of the MCP SDK into `dist/services/mcp/sdk.js`, in the place of its imports: all but zod, which is a dependency anyway. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const folder = fileURLToPath(new URL('../dist/services/mcp', import.meta.url));
await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: `${folder}/sdk.js`,
    outDir: folder,
    emptyOutDir: false,
    copyPublicDir: false,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'sdk.js', codeSplitting: false } },
  },
  ssr: { noExternal: true, external: ['zod'] },
});

const licenses = ['core', 'server'].map((name) =>
  readFileSync(new URL(`../node_modules/@modelcontextprotocol/${name}/LICENSE`, import.meta.url), 'utf8'),
);
writeFileSync(`${folder}/sdk.LICENSE`, [...new Set(licenses)].join('\n'));

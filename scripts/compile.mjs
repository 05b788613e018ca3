/** `npm run compile`: compiles `src` into `dist`, and puts the code of the MCP SDK there. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const compiler = fileURLToPath(new URL('../node_modules/typescript7/bin/tsc', import.meta.url));
const project = fileURLToPath(new URL('../tsconfig.build.json', import.meta.url));
const { status } = spawnSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
await import('./bundle-mcp-sdk.mjs');

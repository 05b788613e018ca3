// Loaded before a program by NODE_OPTIONS: writes which CommonJS modules it had loaded when it ended.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const file = process.env.LOADED_MODULES_FILE;
if (file) process.on('exit', () => writeFileSync(file, JSON.stringify(Object.keys(require.cache))));

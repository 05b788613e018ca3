import { builtinEnvironments } from 'vitest/runtime';

/**
 * Vitest's jsdom, with modules as Node loads them. By default, Vitest prepares them for a browser, and the
 * server that the tests start in the same process does not find its files.
 */
export default { ...builtinEnvironments.jsdom, viteEnvironment: 'ssr' };

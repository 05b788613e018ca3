import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Vite would load the ESM copy of graphql beside the CommonJS one that its users load: two realms.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/properties.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // A page on a busy machine takes its time; a poll ends with the first answer that is right.
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
});

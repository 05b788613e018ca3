import { defineConfig } from 'prisma/config';

// `prisma generate` would first download a schema engine that it does not use; any program's path keeps it from that.
// Migrations are applied by the same engine in WebAssembly: src/db/migrate.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
});

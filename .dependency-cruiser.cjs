/**
 * Imports go down only: each level may import those below it, and folders of one level do not know each other.
 * test/architecture.test.ts shows that these rules bite.
 */
const levels = [
  {
    name: 'roots',
    path: '^src/((server|worker|dev|migrate|callboard|program-parts)\\.ts$|(cli|dev|sample)/)',
  },
  { name: 'schema, engine', path: '^src/(schema|engine)/' },
  { name: 'watch', path: '^src/watch/' },
  { name: 'services', path: '^src/services/' },
  { name: 'db, queue, http, events, sources', path: '^src/(db|queue|http|events|sources)/' },
  { name: 'runtime', path: '^src/runtime/' },
  { name: 'domain', path: '^src/domain/' },
];

const downOnly = levels.slice(1).map(({ name, path }, index) => ({
  name: `only down from ${name}`,
  severity: 'error',
  from: { path },
  to: { path: levels.slice(0, index + 1).map((level) => level.path) },
}));

/** What every call of `callboard` loads. */
const LOADED_AT_ONCE =
  '^src/(callboard\\.ts$|cli/(commands/|(command|cli-error|exit-codes|output|program|run-command-line)\\.ts$))';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...downOnly,
    {
      name: 'no sideways imports',
      comment: 'Folders of one level are combined by the level above, not by each other.',
      severity: 'error',
      from: { path: '^src/(schema|engine|db|queue|http|events|sources)/' },
      to: {
        path: '^src/(schema|engine|db|queue|http|events|sources)/',
        pathNot: ['^src/$1/', '^src/(db|queue|http|events|sources)/'],
      },
    },
    {
      name: 'no sideways imports below',
      severity: 'error',
      from: { path: '^src/(db|queue|http|events|sources)/' },
      to: { path: '^src/(db|queue|http|events|sources)/', pathNot: '^src/$1/' },
    },
    {
      name: 'domain is pure',
      comment: 'No database, network, clock or process: time and randomness are arguments.',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { pathNot: ['^src/domain/', '(^|/)node_modules/(zod|cron-parser|temporal-polyfill)/'] },
    },
    {
      name: 'settings are read in the roots',
      comment: 'Everything else is handed what it needs.',
      severity: 'error',
      from: { pathNot: [levels[0].path, '^src/config/'] },
      to: { path: '^src/config/' },
    },
    {
      name: 'settings know only what they parse',
      severity: 'error',
      from: { path: '^src/config/' },
      to: { path: '^src/', pathNot: '^src/(config|runtime|domain)/' },
    },
    {
      name: 'production roots bring no sample',
      severity: 'error',
      from: { path: '^src/((server|worker|migrate|callboard|program-parts)\\.ts$|cli/)' },
      to: { path: '^src/(dev\\.ts$|dev/|sample/)' },
    },
    {
      name: 'programs bring no command line',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(callboard\\.ts$|cli/)' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'commands load what they need when they run',
      comment: 'Every call of `callboard` loads all files in commands.',
      severity: 'error',
      from: { path: LOADED_AT_ONCE },
      to: {
        pathNot: [
          LOADED_AT_ONCE,
          '^src/runtime/(version|startup-error|write-failure)\\.ts$',
          '(^|/)node_modules/commander/',
        ],
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nobody imports a root',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/(server|worker|dev|migrate|callboard)\\.ts$' },
    },
    {
      name: 'admin knows the schema only',
      severity: 'error',
      from: { path: '^admin/' },
      to: { path: '^(src|prisma|test|examples)/' },
    },
    {
      name: 'kits for agents know the protocol only',
      comment: 'They are packages of their own.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(src|admin|prisma|test|examples)/' },
    },
    {
      name: 'no product on kits for agents',
      severity: 'error',
      from: { path: '^(src|admin)/' },
      to: { path: '^packages/' },
    },
    {
      name: 'no cycles',
      severity: 'error',
      from: { pathNot: '^src/db/generated/' },
      to: { circular: true },
    },
    {
      name: 'what is imported exists',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no development dependencies at run time',
      comment: 'What the build puts into the compiled file is not needed at run time.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/services/mcp/sdk\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};

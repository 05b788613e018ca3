import { type DefineCommand, outputOf, runProgram } from '../../command.js';

export const migrate: DefineCommand = (program) => {
  program
    .command('migrate')
    .description('bring the database in DATABASE_URL up to date')
    .option(
      '--check',
      'change nothing; the exit code says whether migrations are pending (10) or the database is newer (11, 12)',
    )
    .action(async ({ check }, command) => {
      if (!check) return runProgram('migrate');
      const { checkMigrations } = await import('../../system/check-migrations.js');
      process.exitCode = await checkMigrations(outputOf(command));
    });
};

import { Argument, type Command } from 'commander';
import { outputOf, runProgram } from '../command.js';

/**
 * Adds the commands for operators of Callboard, in the order of the help. They use the settings of the
 * environment.
 */
export function addOperatorCommands(program: Command): void {
  addPrograms(program);
  addInstallationCommands(program);
  addCompletion(program);
}

function addPrograms(program: Command): void {
  program
    .command('up')
    .description(
      'run everything on this machine, with an embedded PostgreSQL unless DATABASE_URL is set (default)',
    )
    .action(() => runProgram('dev'));

  program
    .command('server')
    .description('run the server: GraphQL, callbacks, webhooks and the admin')
    .action(() => runProgram('server'));

  program
    .command('worker')
    .description('run a worker, which claims due schedules and calls agents')
    .action(() => runProgram('worker'));

  program
    .command('migrate')
    .description('bring the database in DATABASE_URL up to date')
    .option(
      '--check',
      'change nothing; the exit code says whether migrations are pending (10) or the database is newer (11, 12)',
    )
    .action(async ({ check }, command) => {
      if (!check) return runProgram('migrate');
      const { checkMigrations } = await import('../system/check-migrations.js');
      process.exitCode = await checkMigrations(outputOf(command));
    });
}

/** They inspect, save and restore an installation. */
function addInstallationCommands(program: Command): void {
  program
    .command('config')
    .description('print the settings in effect and the source of each; secrets are hidden')
    .action(async (_options, command) => {
      const { printConfig } = await import('../system/print-config.js');
      printConfig(outputOf(command));
    });

  program
    .command('backup')
    .description('save the embedded database and its secret key to a file, even while Callboard is running')
    .argument('<file>', 'file to create, for example callboard.tar.gz')
    .action(async (file: string, _options, command) => {
      const { backUpInstallation } = await import('../system/backup.js');
      await backUpInstallation(file, outputOf(command));
    });

  program
    .command('restore')
    .description('restore a file created by "callboard backup" into the data directory')
    .argument('<file>', 'file created by "callboard backup"')
    .option('--replace', 'move an existing database aside')
    .action(async (file: string, { replace = false }, command) => {
      const { restoreInstallation } = await import('../system/backup.js');
      await restoreInstallation(file, replace, outputOf(command));
    });

  program
    .command('rotate-key')
    .description(
      'encrypt all stored secrets with a new secret key; the previous one stays valid for callbacks',
    )
    .option('--forget-previous', 'with the embedded database: stop accepting the previous key')
    .action(async ({ forgetPrevious = false }, command) => {
      const work = await import('../system/rotate-key.js');
      await (forgetPrevious
        ? work.forgetPreviousKey(outputOf(command))
        : work.rotateSecretKey(outputOf(command)));
    });

  program
    .command('doctor')
    .description('check the installation and suggest fixes; exit code 1 if there is a problem')
    .action(async (_options, command) => {
      const { runDoctor } = await import('../doctor/run-doctor.js');
      process.exitCode = await runDoctor(outputOf(command));
    });
}

function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', () => `\n${INSTALL}`)
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionScript } = await import('../system/completion-script.js');
      process.stdout.write(completionScript(shell, program));
    });
}

const INSTALL = `To install it:
  bash  callboard completion bash > ~/.local/share/bash-completion/completions/callboard
  zsh   callboard completion zsh > "\${fpath[1]}/_callboard"
  fish  callboard completion fish > ~/.config/fish/completions/callboard.fish`;

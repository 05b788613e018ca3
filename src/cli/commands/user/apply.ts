import type { Command } from 'commander';
import { connectionOf, type DefineCommand, outputOf, withConnection } from '../../command.js';

function withFiles(command: Command): Command {
  return withConnection(command)
    .argument('<files...>', 'YAML files, folders with such files, or - for standard input')
    .option('--managed-by <name>', 'who manages these files, such as github.com/acme/ops')
    .option('--prune', 'delete objects that --managed-by manages and the files do not contain')
    .option('--take-over', 'take over objects that others manage');
}

export const apply: DefineCommand = (program) => {
  withFiles(program.command('apply'))
    .description(
      'create and update agents, pipelines, schedules, webhooks and notification channels from files',
    )
    .option('--dry-run', 'only print what would change')
    .option('--yes', 'apply without asking for confirmation')
    .action(async (files, options, command) => {
      const { applyFiles } = await import('../../configuration/apply-files.js');
      const { client } = await connectionOf(command);
      await applyFiles(client, { files, ...options }, outputOf(command));
    });
};

export const diff: DefineCommand = (program) => {
  withFiles(program.command('diff'))
    .description('print what "callboard apply" would change; exit code 20 if it would change something')
    .action(async (files, options, command) => {
      const { diffFiles } = await import('../../configuration/apply-files.js');
      const { client } = await connectionOf(command);
      await diffFiles(client, { files, ...options }, outputOf(command));
    });
};

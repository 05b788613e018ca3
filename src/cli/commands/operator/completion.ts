import { Argument } from 'commander';
import type { DefineCommand } from '../../command.js';

export const completion: DefineCommand = (program) => {
  program
    .command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', () => `\n${INSTALL}`)
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionScript } = await import('../../system/completion-script.js');
      process.stdout.write(completionScript(shell, program));
    });
};

const INSTALL = `To install it:
  bash  callboard completion bash > ~/.local/share/bash-completion/completions/callboard
  zsh   callboard completion zsh > "\${fpath[1]}/_callboard"
  fish  callboard completion fish > ~/.config/fish/completions/callboard.fish`;

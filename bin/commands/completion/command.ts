import { Argument, Command } from 'commander';
import { toPrintable } from '../shared/printable.ts';
import { getScript, SHELLS, type Shell } from './scripts.ts';

/** `fleetkit completion`: prints the script with which a shell completes command lines. */
export function completionCommand(): Command {
  return new Command('completion')
    .description(
      'Prints a script with which a shell completes commands, options and values: checks, events, scenarios, and the terminals of the running sandbox.',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText(
      'after',
      `
Load it in the configuration file of the shell:
  ~/.bashrc                    eval "$(fleetkit completion bash)"
  ~/.zshrc, after compinit     eval "$(fleetkit completion zsh)"
  ~/.config/fish/config.fish   fleetkit completion fish | source`,
    )
    .action((shell: Shell) => {
      process.stdout.write(getScript(shell));
    });
}

/** `fleetkit complete`: prints the suggestions for a command line. The scripts call it. */
export function completeCommand(createProgram: (args: readonly string[]) => Promise<Command>): Command {
  return new Command('complete')
    .description('Prints the suggestions for a command line, for the scripts of fleetkit completion.')
    .argument('[words...]', 'the words after fleetkit; the last one is completed')
    .action(async (words: readonly string[]) => {
      const { suggest } = await import('./suggest.ts');
      const { values, mayBeFile } = await suggest(await createProgram(words.slice(0, -1)), words);
      const lines = values.map(({ value, description }) => `${toPrintable(value)}\t${toPrintable(description)}`);
      process.stdout.write(`${[...lines, mayBeFile ? ':files' : ':'].join('\n')}\n`);
    });
}

import { Command, Option } from 'commander';
import { CLIENT_REPORT_FORMATS } from '../../../conformance/reports/formats.ts';
import { collectValues } from '../conform/options.ts';
import { parseSeconds } from '../shared/lifetime.ts';
import { createJsonOption } from '../shared/options/json-option.ts';
import { createWholeNumberParser } from '../shared/options/whole-number.ts';
import type { CheckOptions } from './check-action.ts';
import { CLIENT_HELP } from './help.ts';
import { LANGUAGES, type Language } from './languages.ts';

/** `fleetkit client`: tests for programs that use the service. */
export function clientCommand(): Command {
  return new Command('client')
    .description('Tests whether a program that uses the service reads all of it, exactly and with good conduct.')
    .addCommand(checkCommand())
    .addCommand(initCommand());
}

function checkCommand(): Command {
  return new Command('check')
    .summary('play lessons against a client and grade its traffic and its answers')
    .description(
      'Runs the program once or a few times per lesson against a new service with values that no client knows, and grades its traffic and its answers.',
    )
    .usage('[options] -- <command...>')
    .argument('[command...]', 'the program of the client and its arguments, after --')
    .optionsGroup('Which lessons:')
    .option('--tasks <file>', 'the file that lists the tasks of the client (default: all tasks)')
    .option('--observe', 'run your tests or any program without tasks, and grade its conduct only')
    .option('--only <ids>', 'play only these lessons or topics, separated by commas', collectValues)
    .option('--list', 'list the lessons, and run nothing')
    .optionsGroup('Reports:')
    .option(
      '-f, --format <format[=file]>',
      `report format and output file; repeatable: ${CLIENT_REPORT_FORMATS.join(', ')} (default: "text")`,
      collectValues,
    )
    .addOption(createJsonOption('the report, or what --list lists,'))
    .option('-o, --output <file>', 'output file for the report that has no =FILE')
    .optionsGroup('Limits:')
    .option(
      '--concurrency <number>',
      'number of lessons at the same time (default: up to 6)',
      createWholeNumberParser(1, 32),
    )
    .option('--timeout <duration>', 'time limit of one run of the program', parseSeconds, 30)
    .option('--time-limit <duration>', 'no lesson begins after this time', parseSeconds, 600)
    .option('--memory <megabytes>', 'memory limit of one run of the program', createWholeNumberParser(16, 65_536), 2048)
    .addHelpText('after', CLIENT_HELP)
    .action(async (program: readonly string[], options: CheckOptions, command: Command) => {
      const { check } = await import('./check-action.ts');
      await check(program, options, command);
    });
}

function initCommand(): Command {
  return new Command('init')
    .summary('write a client with all tasks, to replace its calls by yours')
    .description(
      'Writes a client that implements all tasks with the standard library of a language. Replace its calls by those of your client.',
    )
    .argument('[folder]', 'the folder to write to', '.')
    .addOption(new Option('--lang <language>', 'the language').choices(LANGUAGES).makeOptionMandatory())
    .action(async (folder: string, { lang }: { readonly lang: Language }, command: Command) => {
      const { init } = await import('./init-action.ts');
      init(folder, lang, command);
    });
}

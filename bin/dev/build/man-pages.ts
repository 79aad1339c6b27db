import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, Option } from 'commander';
import packageJson from '../../../package.json' with { type: 'json' };
import { createProgram } from '../../command-line.ts';

/*
 * Writes the man pages from the help of the commands: `fleetkit.1`, and one page for each command with its subcommands. The format is
 * roff with the macros of man(7). `man` in package.json lists them.
 */

/** A man page by the name of its file. */
export type ManPages = ReadonlyMap<string, string>;

/** Writes the man pages to `dist/man`. */
export async function writeManPages(root: string): Promise<void> {
  const folder = join(root, 'dist/man');
  mkdirSync(folder, { recursive: true });
  const pages = await createManPages(readReleaseDate(root));
  for (const [name, text] of pages) writeFileSync(join(folder, name), text);
}

/** Returns the day of the latest release in the changelog. */
const readReleaseDate = (root: string): string =>
  /^## \[[\d.]+\] - (\d{4}-\d\d-\d\d)$/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))?.[1] ?? '';

/** Returns the man pages of all commands that the help lists. */
export async function createManPages(date: string): Promise<ManPages> {
  const program = await createProgram();
  const commands = program
    .createHelp()
    .visibleCommands(program)
    .filter((command) => command.name() !== 'help');
  const others = commands.map((command) => `fleetkit-${command.name()}`);
  return new Map([
    ['fleetkit.1', formatPage(program, { name: 'fleetkit', date, related: others })],
    ...commands.map((command) => {
      const name = `fleetkit-${command.name()}`;
      return [`${name}.1`, formatPage(command, { name, date, related: ['fleetkit'] })] as const;
    }),
  ]);
}

interface PageFacts {
  readonly name: string;
  readonly date: string;
  /** The names of other pages. */
  readonly related: readonly string[];
}

function formatPage(command: Command, { name, date, related }: PageFacts): string {
  const summary = command.summary() || command.description();
  return [
    `.TH ${name.toUpperCase().replaceAll('-', '\\-')} 1 ${date} "fleetkit ${packageJson.version}" "Commands of fleetkit"`,
    '.SH NAME',
    `${escapeRoff(name)} \\- ${escapeRoff(summary)}`,
    ...formatCommand(command, '.SH'),
    '.SH SEE ALSO',
    related.map((other) => `.BR ${escapeRoff(other)} (1)`).join(' ,\n'),
    '',
  ].join('\n');
}

/** The macro of a heading: of the command of a page, or of one of its subcommands. */
type Heading = '.SH' | '.SS';

function formatCommand(command: Command, heading: Heading): string[] {
  const help = command.createHelp();
  const usage = escapeRoff(help.commandUsage(command));
  const description = escapeRoff(help.commandDescription(command));
  const title = (text: string): string =>
    heading === '.SH' ? `.SH ${escapeRoff(text.toUpperCase())}` : `.PP\n.I ${escapeRoff(text)}`;
  const subcommands = help.visibleCommands(command).filter((one) => one.name() !== 'help');
  const options = help.visibleOptions(command).filter(({ long }) => heading === '.SH' || long !== '--help');
  return [
    ...(heading === '.SH'
      ? ['.SH SYNOPSIS', `.B ${usage}`, '.SH DESCRIPTION', description]
      : [`.SS ${usage}`, description]),
    ...formatItems(
      title('Arguments'),
      help
        .visibleArguments(command)
        .map((argument) => [`\\fI${escapeRoff(help.argumentTerm(argument))}\\fR`, help.argumentDescription(argument)]),
    ),
    ...listGroups(options).flatMap(([group, inGroup]) =>
      formatItems(
        title(group),
        inGroup.map((option) => [formatFlags(option), help.optionDescription(option)]),
      ),
    ),
    ...formatAfterwards(command, title),
    ...formatSubcommands(command, subcommands),
  ];
}

/** Returns the subcommands of a command; of the program only their names, because they have pages. */
function formatSubcommands(command: Command, subcommands: readonly Command[]): string[] {
  if (subcommands.length === 0) return [];
  if (command.parent !== null) return ['.SH SUBCOMMANDS', ...subcommands.flatMap((one) => formatCommand(one, '.SS'))];
  return formatItems(
    '.SH COMMANDS',
    subcommands.map((one) => [`\\fBfleetkit ${escapeRoff(one.name())}\\fR`, one.summary()]),
  );
}

function listGroups(options: readonly Option[]): readonly (readonly [string, readonly Option[]])[] {
  const groups = Map.groupBy(options, ({ helpGroupHeading }) => (helpGroupHeading ?? 'Options:').replace(/:$/, ''));
  return [...groups];
}

/** Flags in bold, the value in italics: `\fB-p\fR, \fB--port\fR \fI<port>\fR`. */
const formatFlags = ({ flags }: Option): string =>
  flags
    .split(/(?<![<[][^>\]]*)(?= )/)
    .map((part) => part.trimStart())
    .map((part) => (part.startsWith('-') ? `\\fB${escapeRoff(part)}\\fR` : `\\fI${escapeRoff(part)}\\fR`))
    .join(' ');

const formatItems = (title: string, items: readonly (readonly [string, string])[]): string[] =>
  items.length === 0 ? [] : [title, ...items.flatMap(([term, text]) => ['.TP', term, escapeRoff(text)])];

/** Returns what the help shows after the options: sections with a heading such as `Exit codes:`, whose lines stay as they are. */
function formatAfterwards(command: Command, title: (text: string) => string): string[] {
  const lines = readTextAfter(command).split('\n');
  return lines.flatMap((line, index) => {
    const isHeading = /^\S.*:$/.test(line) && /^\s+\S/.test(lines[index + 1] ?? '');
    if (isHeading) return [title(line.replace(/:$/, '')), '.nf'];
    const isBlock = /^\s+\S/.test(line);
    const closes = isBlock && !/^\s+\S/.test(lines[index + 1] ?? '') ? ['.fi'] : [];
    if (line.trim() === '') return [];
    return isBlock ? [escapeRoff(line), ...closes] : ['.PP', escapeRoff(line)];
  });
}

/** Returns the text that commander prints after the options. */
function readTextAfter(command: Command): string {
  let whole = '';
  const { writeOut } = command.configureOutput();
  command.configureOutput({ writeOut: (text) => (whole += text), getOutHelpWidth: () => 80 });
  command.outputHelp();
  command.configureOutput(writeOut === undefined ? {} : { writeOut });
  const before = command.helpInformation().trimEnd();
  return whole.startsWith(before) ? whole.slice(before.length) : '';
}

/** Escapes text for roff: backslashes, hyphens, control characters at the start of a line, and characters outside of ASCII. */
const escapeRoff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1')
    .replaceAll(
      /[^\n -~]/gu,
      (character) => `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );

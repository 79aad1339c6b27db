import { readFileSync, writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import {
  type Check,
  checks,
  chosenFrom,
  clauseOf,
  matches,
  mutants,
  namedKeys,
  nearestId,
  type ReportFormat,
  type RunEvent,
  reports,
  runConformance,
} from '../conformance/index.ts';
import { mutantsCommand } from './conform/mutants.ts';

const EXIT_CODES = `
Exit codes:
  0   every rule that must be kept was kept
  1   a rule that must be kept was broken
  2   the command line or a file it names is wrong
  3   the target could not be reached, or no key opens anything
  4   nothing was broken, but a rule could not be verified (see --allow-unverified)
  70  the kit itself erred

Keys:
  One key judges what any caller can see; two keys of different scopes judge that they cannot see each other.
  Without --key and --keys-file, FLEETKIT_KEYS ("east=KEY,west=KEY") or FLEETKIT_KEY is used.
  A key on the command line is visible to other users of this machine: prefer a file or the environment.

Examples:
  fleetkit conform https://portal.example --keys-file keys.txt
  FLEETKIT_KEYS="east=$EAST,west=$WEST" fleetkit conform http://127.0.0.1:4400 --only 'scope/*'
  fleetkit conform https://portal.example --format junit --output report.xml`;

/** `fleetkit conform`: judges any deployment, and says so in its exit code. */
export function conformCommand(): Command {
  return new Command('conform')
    .addCommand(mutantsCommand())
    .summary('judge whether a service keeps the documented interface')
    .description(
      'Judges whether the service at URL keeps the documented interface: what was checked, what failed, why, and the ' +
        'request that shows it. Nothing is written on the target unless --allow-writes is given.',
    )
    .usage('<url> [options]')
    .argument(
      '[url]',
      'where the paths of the service begin: https://portal.example for https://portal.example/v1/portal',
    )
    .option('-k, --key <name=key>', 'an API key under a name of yours; once for each key', collected)
    .option('--keys-file <file>', 'a file with one name=key a line; lines that start with # are skipped')
    .option('--only <glob>', 'run only checks whose id matches; once for each pattern', collected)
    .option('--skip <glob>', 'leave out checks whose id matches; once for each pattern', collected)
    .option('--list', 'list the checks, and send nothing')
    .option('--explain <id>', 'say what a check does and stands on, and send nothing')
    .addOption(
      new Option('-f, --format <format>', 'how to write the report').choices(Object.keys(reports)).default('text'),
    )
    .option('-o, --output <file>', 'write the report to a file')
    .option('--strict', 'let the assumed rules decide too: what the document leaves open and our contract chooses')
    .option('--allow-writes', 'send requests that change data, for the rules about writing')
    .option('--allow-unverified', 'exit 0 although rules could not be verified')
    .option('--timeout <seconds>', 'the longest time for one request', positive, 10)
    .option('--seed <number>', 'what made-up values are drawn from', wholeNumber, 1)
    .addHelpText('after', EXIT_CODES)
    .action(conform);
}

interface Options {
  readonly key?: readonly string[];
  readonly keysFile?: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly list?: boolean;
  readonly explain?: string;
  readonly format: ReportFormat;
  readonly output?: string;
  readonly strict?: boolean;
  readonly allowWrites?: boolean;
  readonly allowUnverified?: boolean;
  readonly timeout: number;
  readonly seed: number;
}

async function conform(url: string | undefined, options: Options, command: Command): Promise<void> {
  const refuse = (message: string): never => command.error(`error: ${message}`, { exitCode: 2 });
  const { only = [], skip = [] } = options;
  const chosen = chosenFrom(checks, only, skip);
  if (options.explain !== undefined) return explain(options.explain, refuse);
  const idle = [...only, ...skip].find((glob) => !checks.some(({ id }) => matches(glob, id)));
  if (idle !== undefined) refuse(`no check matches "${idle}"; ${hint(idle)}`);
  if (chosen.length === 0) refuse('no check is left to run');
  if (options.list === true) return list(chosen);

  const target = targetOf(url, refuse);
  const keys = keysOf(options, refuse);
  const result = await runConformance({
    target,
    keys,
    checks: chosen,
    strict: options.strict === true,
    allowWrites: options.allowWrites === true,
    allowUnverified: options.allowUnverified === true,
    timeoutMs: options.timeout * 1000,
    seed: options.seed,
    onEvent: progress(chosen.length),
  });
  const isToScreen = options.output === undefined;
  const report = reports[options.format](result, {
    colour: isToScreen && process.stdout.isTTY && !process.env.NO_COLOR,
  });
  if (options.output === undefined) process.stdout.write(report);
  else write(options.output, report, refuse);
  const isSaid = isToScreen && options.format === 'text';
  if (result.stopped !== undefined && !isSaid) process.stderr.write(`fleetkit: ${result.stopped}\n`);
  process.exitCode = result.exitCode;
}

type Refuse = (message: string) => never;

function targetOf(url: string | undefined, refuse: Refuse): string {
  if (url === undefined) return refuse('which service? Give its URL, as in: fleetkit conform https://portal.example');
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    return refuse(`"${url}" is no URL that starts with http:// or https://`);
  if (parsed.username !== '' || parsed.password !== '')
    return refuse('the URL holds a name or password; give keys with --keys-file');
  if (parsed.search !== '' || parsed.hash !== '')
    return refuse('the URL has a query; give the address where the paths begin');
  return parsed.href.replace(/\/+$/, '').replace(/\/v1$/, '');
}

function keysOf(options: Options, refuse: Refuse): ReadonlyMap<string, string> {
  const { FLEETKIT_KEYS, FLEETKIT_KEY = '' } = process.env;
  const given = [...(options.keysFile === undefined ? [] : linesOf(options.keysFile, refuse)), ...(options.key ?? [])];
  const fromEnvironment = FLEETKIT_KEYS?.split(',') ?? [FLEETKIT_KEY];
  const read = namedKeys(given.length > 0 ? given : fromEnvironment);
  return 'keys' in read ? read.keys : refuse(read.problem);
}

function linesOf(file: string, refuse: Refuse): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split(/\r?\n/)
      .filter((line) => !line.startsWith('#'));
  } catch {
    return refuse(`the keys file "${file}" cannot be read`);
  }
}

function write(file: string, report: string, refuse: Refuse): void {
  try {
    writeFileSync(file, report);
  } catch {
    refuse(`the report cannot be written to "${file}"`);
  }
}

/** On a terminal, one line that says what is being checked; elsewhere nothing, so that logs stay short. */
function progress(total: number): (event: RunEvent) => void {
  if (!process.stderr.isTTY) return () => undefined;
  let done = 0;
  const show = (line: string) =>
    process.stderr.write(`\r\u001b[2K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`);
  return (event) => {
    if (event.type === 'surveyed') show(`looking around as ${event.key.name}`);
    if (event.type === 'check-started') show(`${done}/${total} ${event.id}`);
    if (event.type === 'check-finished') done += 1;
    if (event.type === 'finished') show('');
  };
}

function list(chosen: readonly Check[]): void {
  for (const { id, level, title, clause } of chosen) {
    const kind = clauseOf(clause).isDocumented ? level : `${level}*`;
    process.stdout.write(`${id.padEnd(50)} ${kind.padEnd(8)} ${title}\n`);
  }
  process.stdout.write('\n* an assumption: advice, unless --strict\n');
}

function explain(id: string, refuse: Refuse): void {
  const found = checks.find((one) => one.id === id);
  if (found === undefined) refuse(`there is no check "${id}"; ${hint(id)}`);
  const { text, section, isDocumented } = clauseOf(found.clause);
  const killers = mutants.filter(({ kills }) => kills.includes(id));
  const lines = [
    found.id,
    `  ${found.title}.`,
    '',
    `  level   ${found.level}${isDocumented ? '' : ', but assumed: advice unless --strict'}`,
    `  clause  ${found.clause}${section === undefined ? '' : `, section ${section}`}: ${text}`,
    `  needs   ${found.needs.join(', ')}`,
    ...(killers.length === 0 ? [] : ['  fails on, for example', ...killers.map(({ title }) => `          ${title}`)]),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

const hint = (id: string): string => `did you mean "${nearestId(checks, id)}"? --list shows all`;

const collected = (value: string, before: readonly string[] = []): string[] => [...before, value];

function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new InvalidArgumentError('It takes a number above 0.');
  return number;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It takes a whole number.');
  return Number(text);
}

import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'yaml';
import { tenants as usualTenants } from '../../../fixtures/index.ts';
import { convertRows, guessMembers, MEMBER_NAMES } from '../../../fixtures/own/csv-columns.ts';
import { formatFleetFault, readFleet } from '../../../fixtures/own/read-fleet.ts';
import { toPrintable } from '../shared/printable.ts';
import { formatFleetText, type Refuse, SCHEMA_COMMENT, writeOutput } from './output.ts';

/** The options of `fleetkit fleet from-csv`, as commander reads them. */
export interface FromCsvOptions {
  readonly name?: string;
  readonly map?: readonly string[];
  readonly delimiter?: string;
  readonly output?: string;
  readonly json?: true;
}

/** The action of `fleetkit fleet from-csv`. */
export function convertCsv(
  file: string,
  { name = basename(file, extname(file)), map = [], delimiter, output, json }: FromCsvOptions,
  refuse: Refuse,
): void {
  const [header = [], ...rows] = readRows(file, delimiter, refuse);
  const members = guessMembers(header);
  for (const given of map) applyMapping({ given, header, members }, refuse);
  const { terminals, faults, notes } = convertRows(rows, members, header);
  const shown = header.map((column, index) => `  ${toPrintable(column)} -> ${members[index] ?? '(ignored)'}`);
  process.stderr.write(`${['Columns:', ...shown, ...notes].join('\n')}\n`);
  if (faults.length > 0) stop(faults, refuse);
  const text = [
    SCHEMA_COMMENT,
    stringify({ name }).trimEnd(),
    'terminals:',
    ...terminals.map((terminal) => `  - ${JSON.stringify(terminal)}`),
    '',
  ].join('\n');
  const read = readFleet(text, usualTenants);
  if ('faults' in read)
    stop(
      read.faults.map((fault) => formatFleetFault(output ?? 'the fleet file', fault)),
      refuse,
    );
  writeOutput(output, formatFleetText(text, json), refuse);
  process.stderr.write(`${terminals.length} terminals.\n`);
}

const MOST_SHOWN = 50;

function stop(faults: readonly string[], refuse: Refuse): never {
  const more = faults.length > MOST_SHOWN ? [`and ${faults.length - MOST_SHOWN} more`] : [];
  process.stderr.write(`${[...faults.slice(0, MOST_SHOWN).map(toPrintable), ...more].join('\n')}\n`);
  return refuse('nothing was written');
}

function readRows(file: string, delimiter: string | undefined, refuse: Refuse): readonly (readonly string[])[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return refuse(`"${file}" cannot be read`);
  }
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const usual = [',', ';', '\t'].toSorted(
    (one, other) => firstLine.split(other).length - firstLine.split(one).length,
  )[0];
  try {
    return parse(text, { bom: true, trim: true, skipEmptyLines: true, delimiter: delimiter ?? usual ?? ',' });
  } catch (thrown) {
    return refuse(`"${file}" is no CSV: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

interface Mapping {
  readonly given: string;
  readonly header: readonly string[];
  readonly members: (string | undefined)[];
}

function applyMapping({ given, header, members }: Mapping, refuse: Refuse): void {
  const at = given.lastIndexOf('=');
  const [column, member] = [given.slice(0, at), given.slice(at + 1)];
  const index = header.indexOf(column);
  if (at < 1 || index < 0)
    refuse(`invalid --map "${given}"; expected one of the columns ${header.join(', ')}, an equals sign and a member`);
  if (member !== '' && !MEMBER_NAMES.includes(member))
    refuse(`invalid --map "${given}"; expected one of the members ${MEMBER_NAMES.join(', ')}`);
  members[index] = member === '' ? undefined : member;
}

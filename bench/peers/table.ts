/** Which tools detected one faulty target. `specmatic` is absent if it did not test the target. */
export interface Fared {
  readonly id: string;
  readonly area: string;
  readonly kit: boolean;
  readonly prism: boolean;
  readonly specmatic?: boolean;
}

/** Returns a Markdown table of detected faults by area and tool, and a second one for the sample of Specmatic. */
export function tablesOf(fared: readonly Fared[]): string {
  const sample = fared.filter(({ specmatic }) => specmatic !== undefined);
  const parts = [
    `Of ${fared.length} faulty targets, fleetkit detected ${count(fared, byKit)} and Prism's proxy ${count(fared, byPrism)}:`,
    table(fared, [
      ['fleetkit', byKit],
      ['Prism proxy', byPrism],
    ]),
  ];
  const sampled = [
    `Of ${sample.length} of these, Specmatic detected ${count(sample, bySpecmatic)}, while fleetkit detected ` +
      `${count(sample, byKit)} and Prism's proxy ${count(sample, byPrism)}:`,
    table(sample, [
      ['fleetkit', byKit],
      ['Prism proxy', byPrism],
      ['Specmatic', bySpecmatic],
    ]),
  ];
  return [...parts, ...(sample.length === 0 ? [] : sampled)].join('\n\n');
}

const byKit = ({ kit }: Fared): boolean => kit;
const byPrism = ({ prism }: Fared): boolean => prism;
const bySpecmatic = ({ specmatic }: Fared): boolean => specmatic === true;

const count = (fared: readonly Fared[], isFound: Column[1]): number => fared.filter(isFound).length;

type Column = readonly [name: string, isFound: (one: Fared) => boolean];

function table(fared: readonly Fared[], columns: readonly Column[]): string {
  const areas = [...new Set(fared.map(({ area }) => area))].sort();
  const line = (name: string, of: readonly Fared[]): string =>
    cells([name, of.length, ...columns.map(([, isFound]) => count(of, isFound))]);
  return [
    cells(['Area', 'Faulty targets', ...columns.map(([name]) => name)]),
    `|${'---|'.repeat(columns.length + 2)}`,
    ...areas.map((name) =>
      line(
        name,
        fared.filter(({ area }) => area === name),
      ),
    ),
    line('all', fared),
  ].join('\n');
}

const cells = (values: readonly (string | number)[]): string => `| ${values.join(' | ')} |`;

const BLOCK = /(<!-- table of npm run bench:peers -->\n)[\s\S]*?(<!-- end of table -->)/;

/** Returns the document with the tables in its marked block. Throws if it has no such block. */
export function withTables(document: string, tables: string): string {
  if (!BLOCK.test(document)) throw new Error('the document has no block for the tables of npm run bench:peers');
  return document.replace(BLOCK, (_, begin: string, end: string) => `${begin}\n${tables}\n\n${end}`);
}

/** Which tools detected one faulty target. `specmatic` is absent if it did not test the target. */
export interface PeerResult {
  readonly id: string;
  readonly area: string;
  readonly kit: boolean;
  readonly prism: boolean;
  readonly specmatic?: boolean;
}

/** Returns a Markdown table of detected faults by area and tool, and a second one for the sample of Specmatic. */
export function formatPeerTables(results: readonly PeerResult[]): string {
  const sample = results.filter(({ specmatic }) => specmatic !== undefined);
  const parts = [
    `Of ${results.length} faulty targets, fleetkit detected ${countDetected(results, isFoundByKit)} and Prism's proxy ${countDetected(results, isFoundByPrism)}:`,
    formatTable(results, [
      ['fleetkit', isFoundByKit],
      ['Prism proxy', isFoundByPrism],
    ]),
  ];
  const sampled = [
    `Of ${sample.length} of these, Specmatic detected ${countDetected(sample, isFoundBySpecmatic)}, while fleetkit detected ` +
      `${countDetected(sample, isFoundByKit)} and Prism's proxy ${countDetected(sample, isFoundByPrism)}:`,
    formatTable(sample, [
      ['fleetkit', isFoundByKit],
      ['Prism proxy', isFoundByPrism],
      ['Specmatic', isFoundBySpecmatic],
    ]),
  ];
  return [...parts, ...(sample.length === 0 ? [] : sampled)].join('\n\n');
}

const isFoundByKit = ({ kit }: PeerResult): boolean => kit;
const isFoundByPrism = ({ prism }: PeerResult): boolean => prism;
const isFoundBySpecmatic = ({ specmatic }: PeerResult): boolean => specmatic === true;

const countDetected = (results: readonly PeerResult[], isFound: Column[1]): number => results.filter(isFound).length;

type Column = readonly [name: string, isFound: (one: PeerResult) => boolean];

function formatTable(results: readonly PeerResult[], columns: readonly Column[]): string {
  const areas = [...new Set(results.map(({ area }) => area))].sort();
  const line = (name: string, of: readonly PeerResult[]): string =>
    formatCells([name, of.length, ...columns.map(([, isFound]) => countDetected(of, isFound))]);
  return [
    formatCells(['Area', 'Faulty targets', ...columns.map(([name]) => name)]),
    `|${'---|'.repeat(columns.length + 2)}`,
    ...areas.map((name) =>
      line(
        name,
        results.filter(({ area }) => area === name),
      ),
    ),
    line('all', results),
  ].join('\n');
}

const formatCells = (values: readonly (string | number)[]): string => `| ${values.join(' | ')} |`;

const BLOCK = /(<!-- table of npm run bench:peers -->\n)[\s\S]*?(<!-- end of table -->)/;

/** Returns the document with the tables in its marked block. Throws if it has no such block. */
export function replaceTables(document: string, tables: string): string {
  if (!BLOCK.test(document)) throw new Error('the document has no block for the tables of npm run bench:peers');
  return document.replace(BLOCK, (_, begin: string, end: string) => `${begin}\n${tables}\n\n${end}`);
}

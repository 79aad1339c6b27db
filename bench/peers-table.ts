/** How one broken service fared. */
export interface Fared {
  readonly area: string;
  readonly isFoundByKit: boolean;
  readonly isFoundByPrism: boolean;
}

/** How many were found by whom, by area, in Markdown. */
export function tableOf(fared: readonly Fared[]): string {
  const areas = [...new Set(fared.map(({ area }) => area))].sort();
  return [
    '| Area | Broken services | fleetkit | Prism proxy |',
    '|---|---|---|---|',
    ...areas.map((area) =>
      line(
        area,
        fared.filter((one) => one.area === area),
      ),
    ),
    line('all', fared),
  ].join('\n');
}

const line = (name: string, of: readonly Fared[]): string =>
  `| ${[name, of.length, of.filter((one) => one.isFoundByKit).length, of.filter((one) => one.isFoundByPrism).length].join(' | ')} |`;

const BLOCK = /(<!-- table of npm run bench:peers -->\n)[\s\S]*?(<!-- end of table -->)/;

/** A document with the table in its marked block. Throws when it has none. */
export function withTable(document: string, table: string): string {
  if (!BLOCK.test(document)) throw new Error('the document has no block for the table of npm run bench:peers');
  return document.replace(BLOCK, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`);
}

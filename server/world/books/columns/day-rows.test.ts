import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTransactionId, getTerminalTagBits } from '../../../../fixtures/random/ids.ts';
import { EPOCH_MS } from '../../../../fixtures/time/epoch.ts';
import { makeSegments } from './day-rows.ts';
import { StagedRows } from './staged-rows.ts';

const TERMINALS = ['AT100001', 'AT100002', 'AT100003', 'AT120000'];

interface Row {
  readonly at: number;
  readonly terminal: number;
  readonly idLeft: number;
  readonly idRight: number;
}

const toId = ({ at, terminal, idLeft, idRight }: Row): string =>
  formatTransactionId(EPOCH_MS + at, TERMINALS[terminal] ?? '', { left: idLeft, right: idRight });

const rows: fc.Arbitrary<Row[]> = fc.array(
  fc.record({
    at: fc.constantFrom(0, 1, 5000, 86_399_999),
    terminal: fc.nat(TERMINALS.length - 1),
    idLeft: fc.oneof(fc.constantFrom(0, 31, 32), fc.nat(2 ** 30 - 1)),
    idRight: fc.oneof(fc.constantFrom(0, 31, 32), fc.nat(2 ** 30 - 1)),
  }),
  { maxLength: 60 },
);
const OTHERS = {
  seqNo: 1,
  type: 0,
  accountType: 0,
  entryMode: 0,
  dispenseStatus: 0,
  response: 0,
  amtReq: 0,
  amtComp: 0,
  surReq: 0,
  surComp: 0,
};

test('the rows of a day are sorted by instant and by the text of their ids', () => {
  const tags = Uint32Array.from(TERMINALS, getTerminalTagBits);
  fc.assert(
    fc.property(rows, (all) => {
      const staged = new StagedRows(EPOCH_MS);
      for (const row of all) staged.add({ ...OTHERS, ...row }, undefined);
      const found = makeSegments(staged, tags).flatMap(({ columns }) =>
        Array.from(columns.at, (at, index) =>
          toId({
            at,
            terminal: columns.terminal[index] as number,
            idLeft: columns.idLeft[index] as number,
            idRight: columns.idRight[index] as number,
          }),
        ),
      );
      expect(found).toEqual(all.map(toId).sort());
    }),
    { numRuns: 200 },
  );
});

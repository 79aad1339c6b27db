import { readCutoff } from '../../../../fixtures/model/plan.ts';
import { formatTransactionId } from '../../../../fixtures/random/ids.ts';
import { findBusinessDate, getZone } from '../../../../fixtures/time/calendar.ts';
import type { Terminal } from '../../state/tenant.ts';
import type { ListedRow } from '../rows/ledger-types.ts';
import { readValue } from './coded-column.ts';
import { accountTypes, decodeResponse, dispenseStatuses, entryModes, transactionTypes } from './row-codes.ts';
import type { RowPlace } from './row-sheet.ts';

/** Returns a function that reads a row of these terminals from its columns. */
export function makeRowReader(terminals: readonly Terminal[]): (place: RowPlace) => ListedRow {
  return ({ segment: { columns }, index }) => {
    const { terminalId, source, fixture } = terminals[columns.terminal[index] as number] as Terminal;
    const atMs = columns.dayMs + (columns.at[index] as number);
    const link = columns.links.get(index);
    const type = transactionTypes.decode(columns.type[index] as number);
    const entryMode = columns.entryMode[index] as number;
    const isLinkKnown = type === 'reversal' || link?.reversedAtMs !== undefined;
    return {
      transaction: {
        transactionId: formatTransactionId(atMs, terminalId, {
          left: columns.idLeft[index] as number,
          right: columns.idRight[index] as number,
        }),
        terminalId,
        terminalClockMs: atMs,
        offsetMinutes: getZone(fixture.location.timezone).offsetAt(atMs),
        businessDate: findBusinessDate(readCutoff(source.tenant), atMs),
        type,
        seqNo: columns.seqNo[index] as number,
        accountType: accountTypes.decode(columns.accountType[index] as number),
        emv: entryMode === 0 ? undefined : entryModes.decode(entryMode - 1),
        response: decodeResponse(readValue(columns.response, index)),
        amtReqCents: readValue(columns.amtReq, index),
        surReqCents: readValue(columns.surReq, index),
      },
      form: {
        amtCompCents: readValue(columns.amtComp, index),
        surCompCents: readValue(columns.surComp, index),
        dispenseStatus: dispenseStatuses.decode(columns.dispenseStatus[index] as number),
        linkedId: isLinkKnown ? link?.linkedId : undefined,
      },
    };
  };
}

import { offsetAt } from '../calendar.ts';
import {
  denominationsOf,
  exactInstants,
  forEach,
  isApproved,
  isCash,
  isInquiry,
  type Law,
  rowsOf,
  sum,
  surchargeOf,
  toCents,
  trueTime,
} from '../law.ts';
import type { FleetReading, Row } from '../read-fleet.ts';

const CODES: Readonly<Record<string, string>> = {
  '00': 'Approved',
  '10': 'Approved for partial amount',
  '04': 'Pick up card',
  '05': 'Do not honor',
  '12': 'Invalid transaction',
  '13': 'Invalid amount',
  '14': 'Invalid card number',
  '17': 'Customer cancellation',
  '30': 'Format error',
  '41': 'Lost card, pick up',
  '43': 'Stolen card, pick up',
  '51': 'Insufficient funds',
  '52': 'No checking account',
  '53': 'No savings account',
  '54': 'Expired card',
  '55': 'Incorrect PIN',
  '57': 'Not permitted to cardholder',
  '58': 'Not permitted to terminal',
  '59': 'Suspected fraud',
  '61': 'Exceeds withdrawal amount limit',
  '62': 'Restricted card',
  '65': 'Exceeds withdrawal frequency limit',
  '68': 'Response received too late',
  '75': 'PIN tries exceeded',
  '78': 'No account',
  '91': 'Issuer or switch inoperative',
  '92': 'Unable to route',
  '94': 'Duplicate transmission',
  '96': 'System malfunction',
};

const cashRows = (reading: FleetReading): readonly Row[] => rowsOf(reading).filter(isCash);
const reversals = (reading: FleetReading): readonly Row[] =>
  rowsOf(reading).filter(({ transaction_type: type }) => type === 'reversal');
const reversed = (reading: FleetReading): readonly Row[] =>
  rowsOf(reading).filter(({ dispense_status: status }) => status === 'reversed');

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns the instant in the first ten characters of a ULID. */
const timeOfId = (id: string): number =>
  [...id.slice(id.indexOf('_') + 1).slice(0, 10)].reduce((time, letter) => time * 32 + CROCKFORD.indexOf(letter), 0);

function findPartners(reading: FleetReading): readonly (readonly [Row, Row | undefined])[] {
  const byId = new Map(rowsOf(reading).map((row) => [row.transaction_id, row]));
  return reversals(reading).map((row) => [row, byId.get(row.linked_transaction_id ?? '')] as const);
}

/** Whether the fee that a row requests is the one of the file, to the cent. */
function hasFeeOfFile(row: Row, reading: FleetReading): boolean {
  const fee = surchargeOf(reading, row.terminal_id);
  if (fee === undefined) return true;
  const flat = fee.flat_cents ?? 0;
  const share = (toCents(row.amt_req) * (fee.percent_basis_points ?? 0)) / 10_000;
  const expected = { flat, none: 0, percent: share, greater_of: Math.max(flat, share) }[fee.mode];
  return Math.abs(toCents(row.sur_req) - expected) < 1;
}

const lists = ({ admin, users, terminals }: FleetReading) => [
  admin.rows,
  ...users.map(({ rows }) => rows),
  ...[...terminals.values()].map(({ rows }) => rows),
];

export const transactionLaws: readonly Law[] = [
  {
    name: 'the total surcharge is the sum of the completed surcharges',
    examine: forEach(
      lists,
      ({ data, summary }) => toCents(summary.total_surcharge) === sum(data.map((row) => row.sur_comp)),
    ),
  },
  {
    name: 'the total withdrawn is the sum of the completed amounts of withdrawals and cash advances',
    examine: forEach(
      lists,
      ({ data, summary }) => toCents(summary.total_withdrawn) === sum(data.filter(isCash).map((row) => row.amt_comp)),
    ),
  },
  {
    name: 'the counts of a summary are those of its rows and add up to the matched rows',
    examine: forEach(lists, ({ data, summary, pages }) => {
      const others = data.filter(({ transaction_type: type }) => type !== 'reversal');
      return (
        summary.row_count === data.length &&
        summary.approved_count === others.filter(isApproved).length &&
        summary.declined_count === others.filter((row) => !isApproved(row)).length &&
        summary.reversal_count === data.length - others.length &&
        pages.every(({ matched }) => matched === data.length)
      );
    }),
  },
  {
    name: 'an inquiry requests and completes no amount',
    examine: forEach(
      (reading) => rowsOf(reading).filter(isInquiry),
      (row) => row.amt_req === '0.00' && row.amt_comp === '0.00' && row.dispense_status === 'not_applicable',
    ),
  },
  {
    name: 'an inquiry and a transfer dispense nothing',
    examine: forEach(
      (reading) => rowsOf(reading).filter((row) => !isCash(row)),
      (row) => row.dispense_status === 'not_applicable',
    ),
  },
  {
    name: 'a declined row completes nothing',
    examine: forEach(
      (reading) => rowsOf(reading).filter((row) => !isApproved(row)),
      (row) =>
        row.amt_comp === '0.00' &&
        row.sur_comp === '0.00' &&
        row.dispense_status === (isCash(row) ? 'no_dispense' : 'not_applicable'),
    ),
  },
  {
    name: 'no row completes more than it requested',
    examine: forEach(
      rowsOf,
      (row) => toCents(row.amt_comp) <= toCents(row.amt_req) && toCents(row.sur_comp) <= toCents(row.sur_req),
    ),
  },
  {
    name: 'a surcharge is collected in full or not at all',
    examine: forEach(rowsOf, (row) => row.sur_comp === '0.00' || row.sur_comp === row.sur_req),
  },
  {
    name: 'a full dispense completes the requested amount',
    examine: forEach(
      (reading) => rowsOf(reading).filter((row) => ['full_dispense', 'unknown'].includes(row.dispense_status)),
      (row) => row.amt_comp === row.amt_req && isApproved(row) && isCash(row),
    ),
  },
  {
    name: 'an under-dispense completes a part',
    examine: forEach(
      (reading) => rowsOf(reading).filter((row) => row.dispense_status === 'under_dispense'),
      (row) => toCents(row.amt_comp) > 0 && toCents(row.amt_comp) < toCents(row.amt_req),
    ),
  },
  {
    name: 'an approved cash row dispensed, fell short, was reversed, or is not confirmed',
    examine: forEach(
      (reading) => cashRows(reading).filter(isApproved),
      (row) => ['full_dispense', 'under_dispense', 'reversed', 'unknown'].includes(row.dispense_status),
    ),
  },
  {
    name: 'a transfer completes what it requested',
    examine: forEach(
      (reading) => rowsOf(reading).filter((row) => row.transaction_type === 'transfer' && isApproved(row)),
      (row) => row.amt_comp === row.amt_req,
    ),
  },
  {
    name: 'a reversal row has no completed amount and no entry mode',
    examine: forEach(
      reversals,
      (row) =>
        row.amt_comp === '0.00' &&
        row.sur_comp === '0.00' &&
        row.dispense_status === 'not_applicable' &&
        !('emv' in row),
    ),
  },
  {
    name: 'a reversal and its original refer to each other',
    examine: forEach(
      findPartners,
      ([row, original]) =>
        original !== undefined &&
        original.linked_transaction_id === row.transaction_id &&
        original.terminal_id === row.terminal_id &&
        original.dispense_status === 'reversed',
    ),
  },
  {
    name: 'a reversal repeats the requested amounts of its original',
    examine: forEach(
      findPartners,
      ([row, original]) =>
        original?.amt_req === row.amt_req &&
        original.sur_req === row.sur_req &&
        original.account_type === row.account_type,
    ),
  },
  {
    name: 'a reversal follows its original',
    examine: (reading, check) => {
      for (const [row, original] of findPartners(reading))
        check(original !== undefined && trueTime(reading, original) <= trueTime(reading, row), () =>
          JSON.stringify([row, original]),
        );
    },
  },
  {
    name: 'a reversal has the business date of its original',
    examine: forEach(findPartners, ([row, original]) => original?.business_date === row.business_date),
  },
  {
    name: 'a reversed row keeps no amount and has a reversal',
    examine: forEach(
      reversed,
      (row) => row.amt_comp === '0.00' && row.sur_comp === '0.00' && row.linked_transaction_id !== null,
    ),
  },
  {
    name: 'only reversals and their originals have a linked transaction',
    examine: forEach(
      rowsOf,
      (row) =>
        (row.linked_transaction_id !== null) ===
        (row.transaction_type === 'reversal' || row.dispense_status === 'reversed'),
    ),
  },
  {
    name: 'a cash amount can be paid with the notes of the terminal',
    examine: forEach(cashRows, (row, reading) => {
      const unit = denominationsOf(reading, row.terminal_id).reduce(gcd, 0);
      return unit > 0 && toCents(row.amt_req) % unit === 0 && toCents(row.amt_comp) % unit === 0;
    }),
  },
  {
    name: 'no row dispenses more than forty notes',
    examine: forEach(
      cashRows,
      (row, reading) => toCents(row.amt_comp) <= 40 * Math.max(...denominationsOf(reading, row.terminal_id)),
    ),
  },
  {
    name: 'a generated cash row is within the limits of the terminal',
    examine: forEach(
      (reading) =>
        cashRows(reading).map((row) => [row, reading.terminals.get(row.terminal_id)?.payload.limits] as const),
      ([row, limits], reading) =>
        exactInstants(reading, row.terminal_id).has(trueTime(reading, row)) ||
        (limits !== undefined &&
          toCents(row.amt_req) <= toCents(limits.max_withdrawal) &&
          toCents(row.amt_req) >= toCents(limits.min_withdrawal)),
    ),
  },
  {
    name: 'the requested surcharge of a cash row is the fee of the terminal',
    examine: forEach(cashRows, hasFeeOfFile),
  },
  {
    name: 'only a surcharge-free programme waives the fee of a complete dispense',
    examine: forEach(
      (reading) =>
        cashRows(reading).filter(
          (row) =>
            row.dispense_status === 'full_dispense' &&
            surchargeOf(reading, row.terminal_id)?.is_in_surcharge_free_program === false,
        ),
      (row) => row.sur_comp === row.sur_req,
    ),
  },
  {
    name: 'a response has the label of its code',
    examine: forEach(rowsOf, (row) => CODES[row.response] === row.response_text),
  },
  {
    name: 'a cash advance is a withdrawal from a credit account',
    examine: forEach(cashRows, (row) => (row.transaction_type === 'cash_advance') === (row.account_type === 'credit')),
  },
  {
    name: 'a terminal without an EMV kernel reports no chip',
    examine: forEach(
      (reading) =>
        rowsOf(reading).filter(
          (row) =>
            reading.terminals.get(row.terminal_id)?.status.software?.emv_kernel === null &&
            !exactInstants(reading, row.terminal_id).has(trueTime(reading, row)),
        ),
      (row) => !['chip', 'contactless', 'fallback'].includes(row.emv ?? ''),
    ),
  },
  {
    name: 'only a terminal with a contactless reader reports contactless cards',
    examine: forEach(
      (reading) =>
        rowsOf(reading).filter(
          (row) => row.emv === 'contactless' && !exactInstants(reading, row.terminal_id).has(trueTime(reading, row)),
        ),
      (row, reading) =>
        reading.terminals
          .get(row.terminal_id)
          ?.status.devices.some(({ device, state }) => device === 'contactless_reader' && state !== 'no_device') ??
        false,
    ),
  },
  {
    name: 'a sequence number is 0001 to 9999',
    examine: forEach(rowsOf, (row) => /^\d{4}$/.test(row.seq_no) && row.seq_no !== '0000'),
  },
  {
    name: 'ids of transactions are unique',
    examine: (reading, check) =>
      check(
        new Set(rowsOf(reading).map((row) => row.transaction_id)).size === rowsOf(reading).length,
        () => 'an id occurs twice',
      ),
  },
  {
    name: 'the id of a transaction contains its instant on a correct clock',
    examine: forEach(
      rowsOf,
      (row, reading) => Math.floor(timeOfId(row.transaction_id) / 1000) * 1000 === trueTime(reading, row),
    ),
  },
  {
    name: 'a row has the offset of its terminal in the zone of the location',
    examine: forEach(rowsOf, (row, reading) => {
      const zone = reading.terminals.get(row.terminal_id)?.location.timezone ?? '';
      const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(row.terminal_datetime) ?? [];
      const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
      // A deviating clock may show the hour of a change before or after the zone has it.
      return [Date.parse(row.terminal_datetime), trueTime(reading, row)].some(
        (instant) => offsetAt(instant, zone) === offset,
      );
    }),
  },
  {
    name: 'a terminal records whole seconds with its offset',
    examine: forEach(rowsOf, (row) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(row.terminal_datetime)),
  },
];

import { formatHundredths, parseHundredths } from '../../../../conformance/client/core/decimal.ts';
import type { Circumstance } from '../../../../conformance/client/core/lesson.ts';
import { pageLists, serveSandbox } from '../playing/lists.ts';
import { drawToken, drawWord, hashNumber, pick } from '../playing/random.ts';
import type { Incoming, Reply, Wrap } from '../playing/reply.ts';
import { prepareTask } from '../playing/tasks.ts';
import type { FleetPlan, Row } from '../playing/world.ts';
import { changeAmounts, drawCents, drawLarge, spreadCloseAmounts } from './amounts.ts';
import { type Play, playOnce } from './play.ts';

const changed = (rows: readonly Row[]) => (rows.length > 0 ? (['changed-value'] as const) : []);

/** Time zones with the hours that their summer and winter times are behind UTC. */
const ZONES = [
  { timezone: 'America/New_York', summer: 4, winter: 5 },
  { timezone: 'America/Chicago', summer: 5, winter: 6 },
  { timezone: 'America/Denver', summer: 6, winter: 7 },
  { timezone: 'America/Los_Angeles', summer: 7, winter: 8 },
];

/** The day with 25 hours before the start of the clock, and one in summer time. */
const LONG_DAY = '2026-11-01';
const SUMMER_DAY = '2026-10-29';

/** Returns the instant of a local time, which is this number of hours behind UTC. */
const atLocal = (local: string, hoursBehind: number): string =>
  new Date(Date.parse(`${local}Z`) + hoursBehind * 3_600_000).toISOString();

const drawWithdrawals = (
  instants: readonly string[],
  amounts = [2000, 4000, 6000, 8000, 10_000],
): FleetPlan['withdrawals'] => instants.map((at) => ({ at, amountCents: pick(amounts) }));

function drawSummerDay(): Partial<FleetPlan> {
  const { timezone, summer } = pick(ZONES);
  const toInstants = (times: readonly string[]) => times.map((local) => atLocal(local, summer));
  const others = toInstants(['2026-10-28T23:55:00', '2026-10-29T00:04:00', '2026-10-30T00:06:00']);
  const evening = toInstants(['2026-10-29T21:31:00', '2026-10-29T23:47:00']);
  // The day of UTC has the evening before in place of this one. Two of these amounts exceed each of the others.
  const withdrawals = [...drawWithdrawals(others), ...drawWithdrawals(evening, [6000, 8000, 10_000])];
  const inOrder = withdrawals.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return { timezone, terminals: 2, withdrawals: inOrder };
}

function drawLongDay(): Partial<FleetPlan> {
  const { timezone, summer, winter } = pick(ZONES);
  const instants = [
    ...['2026-10-31T23:51:00', '2026-11-01T00:07:00', '2026-11-01T01:33:00'].map((local) => atLocal(local, summer)),
    ...['2026-11-01T01:37:00', '2026-11-01T23:12:00', '2026-11-01T23:52:00', '2026-11-02T00:08:00'].map((local) =>
      atLocal(local, winter),
    ),
  ];
  return { timezone, terminals: 2, withdrawals: drawWithdrawals(instants) };
}

/** A day with many withdrawals. */
const drawBusyDay = (): Partial<FleetPlan> => ({
  terminals: 2,
  withdrawals: drawWithdrawals(
    Array.from({ length: 12 }, (_, place) => atLocal(`${SUMMER_DAY}T${10 + place}:1${pick([1, 4, 7])}:00`, 4)),
  ),
});

/** Cash advances and transfers with a completed amount, and withdrawals that dispensed less than requested. */
const changeTypes = (rows: readonly Row[]): readonly Row[] =>
  rows.map((row) => {
    if (String(row.amt_comp) === '0.00') return row;
    const requested = { amt_req: formatHundredths((parseHundredths(String(row.amt_req)) ?? 0n) + 2000n) };
    const types = ['withdrawal', 'cash_advance', 'transfer'];
    const hour = Number(String(row.terminal_datetime).slice(11, 13));
    return { ...row, ...requested, transaction_type: types[hour % types.length] };
  });

/** Reversals, so that some rows refer to others. */
const drawReversals = (): Partial<FleetPlan> => ({
  terminals: 2,
  withdrawals: Array.from({ length: 3 }, (_, place) => ({
    at: atLocal(`2026-10-2${pick([1, 2, 3])}T1${place}:1${pick([1, 5, 9])}:00`, 4),
    amountCents: 4000,
    isReversed: true,
  })),
});

/** Makes members that no client knows. */
const createUnknownMembers = (): Row => ({
  [`${drawWord().toLowerCase()}_flag`]: pick([true, false]),
  [`${drawWord().toLowerCase()}_detail`]: { [drawToken(5)]: [null, 1.5, drawWord()], page: { has_more: false } },
  [`${drawWord().toLowerCase()}_note`]: null,
});

/** Replaces the types of some declined rows and inquiries, so that no sum changes. */
const changeWords = (rows: readonly Row[], salt: string): readonly Row[] =>
  rows.map((row) => {
    if (String(row.amt_comp) !== '0.00' || hashNumber(String(row.transaction_id), salt) % 2n === 0n) return row;
    const word = `x_${salt.slice(0, 6)}`;
    const { emv: _emv, ...rest } = row;
    return {
      ...rest,
      ...('emv' in row ? { emv: `${word}_entry` } : {}),
      ...{ transaction_type: `${word}_type`, account_type: `${word}_account`, dispense_status: `${word}_status` },
      ...{ response: 'ZZ', response_text: `New response ${word}` },
    };
  });

/** An id with characters that have a meaning in URLs. */
const drawOddId = (): string => `${drawWord()}/A ${pick(['1', '2', '3'])}?x=${drawToken(3)}&y#%41;é`;

/** Shows the first terminal under another id, in requests and in responses. */
function renameTerminal(realId: string, shownId: string): Wrap {
  return (next) => async (incoming) => {
    const { path, query } = incoming;
    const segments = path.split('/').map((segment) => {
      try {
        return decodeURIComponent(segment);
      } catch {
        return segment;
      }
    });
    const isNamed = segments.includes(shownId) || query.get('terminal_id') === shownId;
    const renamed: Incoming = {
      ...incoming,
      path: segments.includes(shownId)
        ? segments.map((segment) => (segment === shownId ? realId : encodeURIComponent(segment))).join('/')
        : path.replaceAll(realId, 'unknown'),
      query: new URLSearchParams(
        [...query].map(([name, value]): [string, string] => [
          name,
          name !== 'terminal_id' ? value : value === shownId ? realId : value === realId ? 'unknown' : value,
        ]),
      ),
    };
    const reply = await next(renamed);
    return isNamed && reply.status === 200
      ? { ...renameInBody(reply, realId, shownId), marks: [...(reply.marks ?? []), 'encoded-id'] }
      : renameInBody(reply, realId, shownId);
  };
}

const renameInBody = (reply: Reply, realId: string, shownId: string): Reply => ({
  ...reply,
  body: Buffer.from(reply.body.toString().replaceAll(JSON.stringify(realId), JSON.stringify(shownId))),
});

/** Plays of unusual values. */
export const valuePlays = {
  decimals: playOnce({
    fleet: drawBusyDay,
    date: SUMMER_DAY,
    plan: ({ world }) => ({ changeRows: (rows) => changeAmounts(rows, world.salt, drawCents), marks: changed }),
  }),
  'large-sums': playOnce({
    fleet: drawBusyDay,
    date: SUMMER_DAY,
    plan: ({ world }) => ({ changeRows: (rows) => changeAmounts(rows, world.salt, drawLarge), marks: changed }),
  }),
  'transaction-types': playOnce({
    fleet: drawBusyDay,
    date: SUMMER_DAY,
    plan: () => ({ changeRows: (rows) => changeTypes(rows), marks: changed }),
  }),
  'local-day': playOnce({ fleet: drawSummerDay, date: SUMMER_DAY }),
  'long-day': playOnce({ fleet: drawLongDay, date: LONG_DAY }),
  'absent-members': playOnce({
    fleet: drawReversals,
    plan: ({ world }) => ({
      marks: changed,
      changeRows: (rows) =>
        rows.map((row) => {
          const { emv: _emv, ...rest } = row;
          return hashNumber(String(row.transaction_id), world.salt) % 3n === 0n ? rest : row;
        }),
    }),
  }),
  'unknown-members': playOnce({
    plan: () => {
      const [ofRows, ofPages] = [createUnknownMembers(), createUnknownMembers()];
      return {
        marks: changed,
        changeRows: (rows) => rows.map((row) => ({ ...ofRows, ...row })),
        changeEnvelope: (envelope) => ({
          ...{ ...ofPages, ...envelope },
          page: { ...createUnknownMembers(), ...Object(envelope.page) },
        }),
      };
    },
  }),
  'unknown-words': playOnce({
    plan: ({ world }) => ({ marks: changed, changeRows: (rows) => changeWords(rows, world.salt) }),
  }),
  'amount-order': playOnce({
    plan: ({ world }) => ({ marks: changed, changeRows: (rows) => spreadCloseAmounts(rows, world.salt) }),
  }),
  'encoded-ids': {
    fleet: () => ({ terminals: 2 }),
    async act(stage, task) {
      const { world } = stage;
      const [realId = ''] = world.terminalIds;
      const shownId = drawOddId();
      stage.serve(renameTerminal(realId, shownId)(pageLists(world, {})(serveSandbox(world))));
      await stage.run(await prepareTask(task, { world, plan: {}, shownTerminalId: shownId }));
    },
  },
} satisfies Partial<Record<Circumstance, Play>>;

import { isDeepStrictEqual } from 'node:util';
import { parseInstant } from '../../../../base/durations.ts';
import { formatInstant, formatMoney } from '../../../../base/formats.ts';
import type { Cause } from '../../../../fixtures/model/causes.ts';
import type { Batch } from '../../../../fixtures/model/settlements.ts';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import type { Fault, ProblemReply } from '../../../problems/problem.ts';
import type { ControlContext } from '../../../sandbox-contract.ts';
import type { ControlScope, TenantHistory } from '../../../world/scope/scope-types.ts';
import { exceedCauseLimits, MAX_CAUSES } from '../../../world/state/cause-limits.ts';
import { type ExportedFact, exportedSandboxTypes } from '../../../world/state/exported-facts.ts';
import type { DisputeOpened, SettlementDerived } from '../../../world/state/facts.ts';
import { DAY_MS, MINUTE_MS, type SandboxMs, sandboxMs } from '../../../world/state/time.ts';
import { createDispute } from '../../ledger/disputes.ts';
import { deriveSettlements, REPLACED } from '../../ledger/settlements.ts';
import { findContentFault } from './content-fault.ts';
import { exportedTypes } from './fact-validators.ts';
import { misbehaviours } from './misbehaviours.ts';
import { findOutcomeFault } from './outcome-faults.ts';
import { createUnknownTenantFault } from './tenant-of-write.ts';

type GivenFact = SandboxSchemas['ScenarioFact'];

/**
 * Maximum number of facts of each type per tenant, to limit the cost of validation. A derivation reads all rows of a
 * day.
 */
const MAX_OF_TYPE: Partial<Readonly<Record<ExportedFact['type'], number>>> = {
  'cause-injected': MAX_CAUSES,
  'dispute-opened': 1000,
  'settlement-derived': 200,
};

/** The facts read so far for one tenant. */
interface TenantReading {
  readonly view: ControlScope;
  readonly history: TenantHistory;
  readonly counts: Map<ExportedFact['type'], number>;
  readonly causes: Cause[];
}

/**
 * Validates the facts of an imported document in order. Accepts only facts that the operations of this sandbox would make:
 * disputes and batches are recomputed from their inputs and compared; causes must be within the bounds of their event.
 * Limits the cost of a document per tenant.
 */
export class FactReader {
  readonly #controlContext: ControlContext;
  readonly #about: string | null;
  readonly #tenants = new Map<string, TenantReading>();
  readonly #ids = new Set<string>();

  /** @param about The tenant that the document is about; null for all of them. */
  constructor(controlContext: ControlContext, about: string | null) {
    this.#controlContext = controlContext;
    this.#about = about;
  }

  /** Returns what is wrong with the tenant of an entry, or undefined. */
  findTenantFault(tenantId: string | null): Fault | undefined {
    const about = this.#about;
    const isKnown = about === null ? tenantId === null || this.#reading(tenantId) !== undefined : tenantId === about;
    return isKnown ? undefined : createUnknownTenantFault(this.#controlContext);
  }

  #reading(tenantId: string): TenantReading | undefined {
    const known = this.#tenants.get(tenantId);
    if (known !== undefined) return known;
    const view = this.#controlContext.views.find(({ tenant }) => tenant.tenantId === tenantId);
    if (view === undefined) return undefined;
    const reading = { view, history: view.startOver(), counts: new Map(), causes: [] };
    this.#tenants.set(tenantId, reading);
    return reading;
  }

  /**
   * Returns the fact, or the reason why it is invalid. May be called again for the same fact when its slice is
   * interrupted: it records a fact only at the end.
   */
  readFact(tenantId: string | null, given: GivenFact): ExportedFact | Fault {
    const isOfSandbox = exportedSandboxTypes.some((type) => type === given.type);
    const allowed = exportedTypes.filter(
      (type) => exportedSandboxTypes.some((one) => one === type) === (tenantId === null),
    );
    if (!exportedTypes.includes(given.type) || isOfSandbox !== (tenantId === null))
      return { pointer: '/type', code: 'unknown_value', detail: `Expected one of ${allowed.join(', ')}.`, allowed };

    const { startMs, nowMs, latestMs: endMs } = this.#controlContext;
    const latestMs = this.#about === null ? endMs : nowMs;
    const atMs = parseInstant(given.at);
    if (atMs === undefined || atMs < startMs || atMs > latestMs) {
      const hint = this.#about === null ? '' : ': move the clock forward first';
      const detail = `Expected an instant from ${formatInstant(startMs)} to ${formatInstant(latestMs)}${hint}.`;
      return { pointer: '/at', code: 'out_of_range', detail };
    }
    const form = findContentFault(given.type as ExportedFact['type'], given.content); // checked against exportedTypes above
    if (form !== undefined) return { pointer: `/content${form.pointer}`, code: 'wrong_format', detail: form.expected };
    // The only cast from a document to a fact: the type is known and its schema has validated the content.
    const fact = { type: given.type, atMs, ...given.content } as unknown as ExportedFact;
    if (tenantId === null) return findSandboxFactFault(fact, endMs) ?? fact;
    const reading = this.#reading(tenantId);
    if (reading === undefined) return createUnknownTenantFault(this.#controlContext);
    const fault = this.#findTenantFactFault(fact, reading);
    if (fault !== undefined) return fault;
    const id = readUniqueId(fact);
    if (id !== undefined) this.#ids.add(id.value);
    if (fact.type === 'cause-injected') reading.causes.push(fact.cause);
    reading.counts.set(fact.type, (reading.counts.get(fact.type) ?? 0) + 1);
    reading.history.add(fact);
    return fact;
  }

  #findTenantFactFault(fact: ExportedFact, reading: TenantReading): Fault | undefined {
    const most = MAX_OF_TYPE[fact.type] ?? Number.POSITIVE_INFINITY;
    if ((reading.counts.get(fact.type) ?? 0) >= most) {
      const detail = `Expected at most ${most} facts of the type ${fact.type} for each tenant.`;
      return { pointer: '/type', code: 'out_of_range', detail };
    }
    const id = readUniqueId(fact);
    if (id !== undefined && this.#ids.has(id.value))
      return createFault(id.pointer, 'an id that no other fact of the document has');
    switch (fact.type) {
      case 'dispute-opened':
        return findDisputeFault(fact, reading);
      case 'settlement-derived':
        return findBatchFault(fact, reading);
      case 'cause-injected':
        if (exceedCauseLimits([...reading.causes, fact.cause]))
          return { ...createFault('/content/cause', 'fewer changes for one tenant'), code: 'out_of_range' };
        return findCauseFault(fact.atMs, fact.cause, reading.view) ?? findOutcomeFault(fact, reading.history);
      default:
        return undefined;
    }
  }
}

/** Returns the id that must be unique; a batch may be derived again under its id. */
function readUniqueId(fact: ExportedFact): { readonly pointer: string; readonly value: string } | undefined {
  if (fact.type === 'dispute-opened') return { pointer: '/content/dispute/disputeId', value: fact.dispute.disputeId };
  if (fact.type === 'cause-injected') return { pointer: '/content/cause/causeId', value: fact.cause.causeId };
  return undefined;
}

function findSandboxFactFault(fact: ExportedFact, latestMs: SandboxMs): Fault | undefined {
  if (fact.type === 'clock-set' && (fact.toMs < fact.atMs || fact.toMs > latestMs))
    return {
      pointer: '/content/toMs',
      code: 'out_of_range',
      detail: `Expected an instant not before at and not after ${formatInstant(latestMs)}.`,
    };
  if (fact.type === 'misbehaviour-switched' && !Object.hasOwn(misbehaviours, fact.name))
    return {
      pointer: '/content/name',
      code: 'unknown_value',
      detail: 'Expected the name of a known misbehaviour.',
      allowed: Object.keys(misbehaviours),
    };
  return undefined;
}

/** Whether the account is new, and whether the sandbox of the document had magic amounts. */
const ALTERNATIVES = [
  [false, false],
  [true, false],
  [false, true],
  [true, true],
] as const;

/** Recomputes the dispute as `POST /v1/disputes` would at that instant. */
function findDisputeFault(
  { atMs, userId, dispute }: DisputeOpened,
  { history, view }: TenantReading,
): Fault | undefined {
  const place = '/content/dispute';
  const early = findInstantFault(`${place}/openedAtMs`, dispute.openedAtMs, { atMs }) ?? findUserFault(userId, view);
  if (early !== undefined) return early;
  const scope = history.seenAt(sandboxMs(dispute.openedAtMs));
  const claim = {
    transaction_id: dispute.transactionId,
    reason_code: dispute.reasonCode,
    amount: formatMoney(dispute.amountCents),
    network: dispute.network,
    network_case_ref: dispute.networkCaseRef,
    description: dispute.description,
  };
  const assignees = [null, ...(dispute.assignment === null ? [] : [dispute.assignment.userId])];
  let nearest: Fault | undefined;
  for (const assignee of assignees)
    for (const [isNew, hasMagicAmounts] of ALTERNATIVES) {
      const body = { ...claim, assign_to_user_id: assignee, is_new_account: isNew };
      const reply = createDispute({ ...scope, hasMagicAmounts }, { path: {}, query: {}, body });
      if ('problem' in reply) return toFault(reply, place);
      const [made] = (reply.facts ?? []).filter((one): one is DisputeOpened => one.type === 'dispute-opened');
      const difference = made && findDifference({ ...made.dispute, disputeId: dispute.disputeId }, dispute, place);
      if (difference === undefined) return undefined;
      nearest ??= difference;
    }
  return nearest;
}

/** Where the document has a batch. */
const BATCH_PLACE = '/content/batch';

/** Recomputes the batch as `POST /v1/settlements/derive` would at that instant. */
function findBatchFault(
  { atMs, userId, batch }: SettlementDerived,
  { history, view }: TenantReading,
): Fault | undefined {
  const user = findUserFault(userId, view);
  if (user !== undefined) return user;
  if (!view.hasAccount(batch.accountId))
    return { ...createFault(`${BATCH_PLACE}/accountId`, 'an account of the tenant'), code: 'unknown_account' };
  if (batch.ended !== null && batch.ended.atMs <= atMs + 1000) return findEndedBatchFault(batch, atMs, history);
  const { derivedAtMs } = batch.timing;
  const early = findInstantFault(`${BATCH_PLACE}/timing/derivedAtMs`, derivedAtMs, { atMs });
  if (early !== undefined) return early;
  const scope = history.seenAt(sandboxMs(derivedAtMs));
  const found = findDerivationFault({ ...scope, hasMagicAmounts: false }, batch);
  return found === undefined ? undefined : findDerivationFault({ ...scope, hasMagicAmounts: true }, batch) && found;
}

function findDerivationFault(scope: ControlScope, batch: Batch): Fault | undefined {
  const reply = deriveSettlements(scope, {
    path: {},
    query: {},
    body: {
      account_id: batch.accountId,
      business_date: batch.businessDate,
      funding_type: batch.fundingType,
      same_day: batch.ach.sameDayWindow !== null,
      include_adjustments: batch.adjustedDisputeIds.length > 0,
      memo: batch.memo,
    },
  });
  if ('problem' in reply) return toFault(reply, BATCH_PLACE);
  const made = (reply.facts ?? []).findLast((one): one is SettlementDerived => one.type === 'settlement-derived');
  if (made === undefined) return createFault(BATCH_PLACE, 'a day with something to settle');
  const expected = reply.status === 201 ? { ...made.batch, batchId: batch.batchId } : made.batch;
  return findDifference(expected, batch, BATCH_PLACE);
}

/** A batch ends when another batch for the same money replaces it. */
function findEndedBatchFault(batch: Batch, atMs: number, history: TenantHistory): Fault | undefined {
  const { ended } = batch;
  const early = ended === null ? undefined : findInstantFault(`${BATCH_PLACE}/ended/atMs`, ended.atMs, { atMs });
  if (ended === null || early !== undefined) return early;
  const scope = history.seenAt(sandboxMs(ended.atMs));
  const known = scope.batches().find((one) => one.batch.batchId === batch.batchId);
  const isOpen = known?.state.status === 'derived' || known?.state.status === 'held';
  if (known === undefined || !isOpen) return createFault(`${BATCH_PLACE}/batchId`, 'a batch that is derived or held');
  return findDifference({ ...known.batch, ended: { ...REPLACED, atMs: ended.atMs } }, batch, BATCH_PLACE);
}

function findUserFault(userId: string, { users, user }: ControlScope): Fault | undefined {
  const isKnown = users.some((one) => one.userId === userId) || user.userId === userId;
  return isKnown ? undefined : { ...createFault('/content/userId', 'a user of the tenant'), code: 'unknown_user' };
}

/** Instants have milliseconds inside a fact; `at` has whole seconds. */
function findInstantFault(
  pointer: string,
  ms: number,
  { atMs, withinMs = 1000 }: { readonly atMs: number; readonly withinMs?: number },
): Fault | undefined {
  const isExpected = ms >= atMs && ms < atMs + withinMs;
  return isExpected ? undefined : createFault(pointer, `the instant of at, ${formatInstant(atMs)}`);
}

const createFault = (pointer: string, expected: string): Fault => ({
  pointer,
  code: 'unknown_value',
  detail: `Expected ${expected}.`,
});

/** Returns why the operation would refuse the fact. */
function toFault({ problem }: ProblemReply, pointer: string): Fault {
  const [first] = problem.errors ?? [];
  const detail = first?.detail ?? problem.detail ?? 'Expected a value that the operation accepts.';
  return { pointer, code: first?.code ?? 'unknown_value', detail };
}

/** Returns the fault where the document differs from the value that the operation computes. */
function findDifference(expected: object, given: object, place: string): Fault | undefined {
  const made: unknown = JSON.parse(JSON.stringify(expected)); // as in a document
  if (isDeepStrictEqual(made, given)) return undefined;
  const pointer = findDifferingMember(made, given, place);
  return createFault(pointer, 'the value that the operation gives with the same inputs');
}

function findDifferingMember(made: unknown, given: unknown, place: string): string {
  if (typeof made !== 'object' || typeof given !== 'object' || made === null || given === null) return place;
  const names = Object.keys({ ...made, ...given });
  const name = names.find((one) => !isDeepStrictEqual(Reflect.get(made, one), Reflect.get(given, one)));
  return name === undefined
    ? place
    : findDifferingMember(Reflect.get(made, name), Reflect.get(given, name), `${place}/${name}`);
}

/** Maximum duration of a cause: the longest that any event accepts. */
const LONGEST_MS: Partial<Readonly<Record<Cause['type'], number>>> = {
  line_cut: 43_200 * MINUTE_MS,
  line_flapping: 1440 * MINUTE_MS,
  connector_down: 10_080 * MINUTE_MS,
};
/** Maximum time to the effect of causes that can be planned. A file is refused when it is sent, for residuals after a month. */
const LONGEST_DELAY_MS: Partial<Readonly<Record<Cause['type'], number>>> = {
  attempts_made: 31 * DAY_MS,
  batch_ended: 45 * DAY_MS,
};
/** Maximum distance of a date from its cause. */
const FARTHEST_DATE_MS = 800 * DAY_MS;

/**
 * Validates that a cause targets the tenant, begins at the time of the fact, and lasts no longer than its event
 * allows.
 */
function findCauseFault(atMs: number, cause: Cause, view: ControlScope): Fault | undefined {
  const at = (member: string) => `/content/cause/${member}`;
  // A cause takes effect in the next second. A cause that ends an incident that is about to open takes effect after
  // the next minute.
  const withinMs = LONGEST_DELAY_MS[cause.type] ?? MINUTE_MS + 2000;
  const early = findInstantFault(at('atMs'), cause.atMs, { atMs, withinMs });
  if (early !== undefined) return early;
  if ('terminalId' in cause && cause.terminalId !== null && view.terminal(cause.terminalId) === undefined)
    return createFault(at('terminalId'), 'a terminal of the tenant');
  if ('connectorId' in cause && view.connector(cause.connectorId) === undefined)
    return createFault(at('connectorId'), 'a connector of the tenant');
  if ('accountId' in cause && !view.hasAccount(cause.accountId))
    return createFault(at('accountId'), 'an account of the tenant');
  if ('untilMs' in cause && cause.untilMs !== null) {
    const latestMs = cause.atMs + (LONGEST_MS[cause.type] ?? 0);
    if (cause.untilMs <= cause.atMs || cause.untilMs > latestMs)
      return { ...createFault(at('untilMs'), `an instant after atMs, up to ${latestMs}`), code: 'out_of_range' };
  }
  for (const [member, date] of [
    ['expiresDate', 'expiresDate' in cause ? cause.expiresDate : undefined],
    ['businessDate', 'businessDate' in cause ? cause.businessDate : undefined],
  ] as const)
    if (date !== undefined && (date < toDate(atMs - FARTHEST_DATE_MS) || date > toDate(atMs + FARTHEST_DATE_MS)))
      return { ...createFault(at(member), 'a date at most 800 days away'), code: 'out_of_range' };
  return undefined;
}

const toDate = (ms: number): string => formatInstant(ms).slice(0, 10);

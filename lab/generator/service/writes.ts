import { DISPUTE_REASONS } from '../model/money.ts';
import { presentBatch, presentDispute } from '../model/present.ts';
import type { Transaction } from '../model/types.ts';
import { buildDispute, type DisputeClaim, deriveBatches, findOpenDispute } from '../model/writes.ts';
import { type Answer, refuse } from '../protocol/answers.ts';
import { formatCode } from '../render/formats.ts';
import { type Call, describeCall, type Service } from './call.ts';

const BODY_NAMES = {
  documented: ['transaction_id', 'reason_code', 'amount'],
  camel: ['transactionId', 'reasonCode', 'amount'],
  short: ['tx', 'code', 'amt'],
} as const;

/** Returns the names of the members of the body that opens a dispute. */
function listBodyNames({ choices, style }: Service): readonly [string, string, string] {
  if (choices.bodyNames !== 'like-reply') return BODY_NAMES[choices.bodyNames];
  return [style.field('transaction', 'dispute'), style.field('reason', 'dispute'), style.field('amount', 'dispute')];
}

function writeReason(reason: string, service: Service): string {
  const style = service.choices.statuses;
  return style === 'object' ? reason.toUpperCase() : String(formatCode(reason, 'reason', style));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the wrapping of the body of a dispute: a form has none. */
function readWrapping({ choices }: Service): Service['choices']['bodyWrapping'] {
  return choices.bodyMedia === 'json' ? choices.bodyWrapping : 'flat';
}

/** Takes the members out of the wrapping that the shape expects. */
function unwrapBody(body: unknown, wrapping: string): Record<string, unknown> | undefined {
  const inner =
    wrapping === 'wrapped'
      ? isObject(body) && body.dispute
      : wrapping === 'list'
        ? Array.isArray(body) && body[0]
        : body;
  return isObject(inner) ? inner : undefined;
}

/** Reads an amount of the body in minor units; `NaN` if it is malformed. */
function readAmount(value: unknown, row: Transaction, service: Service): number {
  const completed = Math.max(row.amountCompleted ?? 0, 0);
  switch (service.choices.bodyMoney) {
    case 'absent':
      return completed;
    case 'required-minor':
      return /^\d{1,12}$/.test(String(value)) ? Number(value) : Number.NaN;
    default:
      if (value === undefined) return completed;
      return /^\d{1,9}(\.\d{1,3})?$/.test(String(value))
        ? Math.round(Number(value) * 10 ** service.style.currency.exponent)
        : Number.NaN;
  }
}

function readClaim(call: Call): DisputeClaim | undefined {
  const { service, scope, body } = call;
  const members = unwrapBody(body, readWrapping(service));
  if (members === undefined) return undefined;
  const [transactionName, reasonName, amountName] = listBodyNames(service);
  const id = members[transactionName];
  const transaction =
    typeof id === 'string' || typeof id === 'number'
      ? scope.transactions.find((row) => service.style.ids.text('transaction', row.key) === String(id))
      : undefined;
  const reason = DISPUTE_REASONS.find((each) => writeReason(each, service) === String(members[reasonName]));
  if (transaction === undefined || reason === undefined) return undefined;
  const amount = readAmount(members[amountName], transaction, service);
  return Number.isNaN(amount) ? undefined : { transaction, reason, amount };
}

/** Answers POST /v1/disputes. */
export function createDispute(call: Call): Answer {
  const { service, scope } = call;
  const { choices, hooks, world } = service;
  const claim = readClaim(call);
  const context = describeCall(call, claim?.transaction.key);
  const mayWrite = hooks.mayWrite?.(scope.mayOpenDispute, context) ?? scope.mayOpenDispute;
  const known = claim === undefined ? undefined : findOpenDispute(scope, claim.transaction);
  if (claim === undefined && (mayWrite || choices.writeOrder === 'body-first')) return refuse('bad-body');
  if (!mayWrite || claim === undefined) {
    if (claim !== undefined) hooks.refusedWrite?.(context, () => world.disputes.push(buildDispute(scope, claim)));
    return refuse('forbidden-write');
  }
  if (known !== undefined && choices.secondDispute === 'conflict') return refuse('conflict');
  const isSame = known !== undefined && choices.secondDispute === 'same-case';
  const dispute = isSame ? known : buildDispute(scope, claim);
  if (!isSame) {
    const kept = hooks.write?.([dispute], context) ?? [dispute];
    world.disputes.push(...kept);
    for (const each of kept) service.writtenAtMs.set(each.key, service.readClock());
  }
  const record = presentDispute(scope, dispute);
  switch (choices.disputeReply) {
    case '200-record':
      return { kind: 'record', name: 'dispute', record, status: 200 };
    case '201-id':
      return { kind: 'accepted', status: 201, body: 'id', record };
    case '202-accepted':
      return { kind: 'accepted', status: 202, body: 'job', record };
    case '204':
      return { kind: 'accepted', status: 204, body: 'nothing', record };
    default: {
      const id = encodeURIComponent(service.style.ids.text('dispute', dispute.key));
      const created = { kind: 'record', name: 'dispute', record, status: 201 } as const;
      return choices.disputeLocation === 'present' ? { ...created, location: `/v1/disputes/${id}` } : created;
    }
  }
}

/** Returns whether the body of a derivation is as the shape expects it. */
function isDerivation(call: Call): boolean {
  const { service, body, scope } = call;
  const members = isObject(body) ? body : {};
  const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  switch (service.choices.deriveBody) {
    case 'day':
      return isDay(members.day);
    case 'range':
      return isDay(members.from) && isDay(members.to);
    case 'account':
      return scope.tenants.some(
        (tenant) => service.style.ids.text('account', tenant.key) === String(members.account_id),
      );
    default:
      return true;
  }
}

/** Returns the last instant that a derivation covers. */
function readThroughMs(call: Call): number {
  const members = isObject(call.body) ? call.body : {};
  const { deriveBody } = call.service.choices;
  const day = deriveBody === 'day' ? members.day : deriveBody === 'range' ? members.to : undefined;
  const throughMs = typeof day === 'string' ? Date.parse(day) + 86_399_999 : Number.NaN;
  return Number.isNaN(throughMs) ? call.scope.nowMs : Math.min(throughMs, call.scope.nowMs);
}

/** Answers POST /v1/settlements/derive. */
export function deriveSettlements(call: Call): Answer {
  const { service, scope } = call;
  const { choices, hooks, world } = service;
  const context = describeCall(call);
  const mayWrite = hooks.mayWrite?.(scope.mayDerive, context) ?? scope.mayDerive;
  if (!isDerivation(call) && (mayWrite || choices.writeOrder === 'body-first')) return refuse('bad-body');
  const derived = deriveBatches({ ...scope, nowMs: readThroughMs(call) });
  if (!mayWrite) {
    hooks.refusedWrite?.(context, () => world.batches.push(...derived));
    return refuse('forbidden-write');
  }
  if (derived.length === 0 && choices.deriveAgain === 'conflict') return refuse('conflict');
  const kept = derived.length === 0 ? [] : (hooks.write?.(derived, context) ?? derived);
  world.batches.push(...kept);
  for (const each of kept) service.writtenAtMs.set(each.key, service.readClock());
  const own = world.batches.filter((batch) => scope.user.tenantKeys.includes(batch.tenantKey));
  const shown = derived.length === 0 && choices.deriveAgain === 'same-batches' ? own.slice(-1) : derived;
  const records = shown.map((batch) => presentBatch(scope, batch));
  const [first] = records;
  switch (choices.deriveReply) {
    case '201-record':
      return first === undefined
        ? { kind: 'accepted', status: 200, body: 'counts', count: 0 }
        : { kind: 'record', name: 'batch', record: first, status: 201 };
    case '202-job':
      return { kind: 'accepted', status: 202, body: 'job', count: records.length };
    case '200-counts':
      return { kind: 'accepted', status: 200, body: 'counts', count: records.length };
    case '204':
      return { kind: 'accepted', status: 204, body: 'nothing' };
    default:
      return { kind: 'list', name: 'batches', records, status: 200 };
  }
}

/** Returns examples of the bodies that the write paths accept, for a transaction of the caller. */
export function describeBodies(service: Service, transactionKey: string, accountKey: string) {
  const { choices, style, world } = service;
  const [transactionName, reasonName, amountName] = listBodyNames(service);
  const row = world.transactions.find((each) => each.key === transactionKey);
  const minor = Math.max(row?.amountCompleted ?? 0, 0);
  const members: Record<string, unknown> = {
    [transactionName]: style.ids.text('transaction', transactionKey),
    [reasonName]: writeReason(DISPUTE_REASONS[0], service),
  };
  if (choices.bodyMoney === 'required-minor') members[amountName] = minor;
  if (choices.bodyMoney === 'optional-text') {
    members[amountName] = (minor / 10 ** style.currency.exponent).toFixed(style.currency.exponent);
  }
  const wrapped = { flat: members, wrapped: { dispute: members }, list: [members] }[readWrapping(service)];
  const day = new Date(service.nowMs()).toISOString().slice(0, 10);
  const derivations = {
    none: {},
    day: { day },
    range: { from: '2020-01-01', to: day },
    account: { account_id: style.ids.text('account', accountKey) },
  };
  const contentType = choices.bodyMedia === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    createDispute: { contentType, body: wrapped },
    deriveSettlements: { contentType, body: derivations[choices.deriveBody] },
  };
}

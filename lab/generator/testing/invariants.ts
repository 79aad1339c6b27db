import { sumBatch } from '../model/present.ts';
import { openScope, PLATFORM_KEY, type Scope } from '../model/scope.ts';
import type { Service } from '../service/call.ts';

/** Returns the rules of the document that a scope violates; a right model has none. */
function checkScope(scope: Scope): string[] {
  const broken: string[] = [];
  const check = (isKept: boolean, rule: string) => {
    if (!isKept) broken.push(`${scope.user.key}: ${rule}`);
  };
  const { user } = scope;
  const visible = new Set(scope.terminals.map((terminal) => terminal.key));
  const isOwn = (each: { readonly tenantKey: string }) => user.tenantKeys.includes(each.tenantKey);
  const isVisible = (each: { readonly terminalKey: string }) => visible.has(each.terminalKey);
  const mayShare = (terminal: Scope['terminals'][number]) =>
    isOwn(terminal) || terminal.sharedWith.some((key) => user.tenantKeys.includes(key));
  check(scope.terminals.every(mayShare), 'terminals belong to the account or are shared with it');
  check(scope.transactions.every(isVisible), 'rows belong to visible terminals');
  check(
    scope.transactions.every((row) => row.arrivedAtMs <= scope.nowMs),
    'rows have happened',
  );
  check(
    scope.disputes.every((each) => isOwn(each) && (isVisible(each) || each.assigneeKey === user.key)),
    'disputes belong to visible terminals',
  );
  check(scope.commands.every(isVisible), 'commands belong to visible terminals');
  check(scope.observations.every(isVisible) && scope.incidents.every(isVisible), 'feeds cover visible terminals');
  check(scope.batches.every(isOwn), 'batches belong to the account');
  check(
    scope.connectors.every((each) => isOwn(each) || each.tenantKey === PLATFORM_KEY) && scope.users.every(isOwn),
    'connectors and users belong to the account',
  );
  check(
    scope.groups.every((group) => isOwn(group) && group.terminalKeys.every((key) => visible.has(key))),
    'groups name visible terminals only',
  );
  for (const dispute of scope.disputes) {
    const isResolved = dispute.resolvedAtMs !== undefined;
    check(isResolved || dispute.reviewer === undefined, 'only resolved cases have reviewer metadata');
  }
  return broken;
}

/** Returns the rules that the world of a service violates; a right one has none. */
export function checkInvariants(service: Service): string[] {
  const { world, choices } = service;
  const scopes = world.users.map((user) => openScope(world, user, choices, service.nowMs()));
  const broken = scopes.flatMap(checkScope);
  for (const row of world.transactions) {
    const isDecline = row.response !== '00' && choices.declinedAmounts !== 'as-requested';
    if (isDecline !== (row.amountCompleted === undefined)) broken.push(`${row.key}: a decline completes nothing`);
  }
  for (const batch of world.batches) {
    const sum = sumBatch(batch);
    if (sum.credit < 0 || sum.debit < 0) broken.push(`${batch.key}: totals are positive`);
  }
  if (!scopes.some((scope) => scope.mayOpenDispute) && choices.writers !== 'none-of-the-keys') {
    broken.push('some user may write');
  }
  const readers = scopes.filter((scope) => !scope.mayOpenDispute && !scope.mayDerive);
  if (readers.length === 0) broken.push('some user may only read');
  return broken;
}

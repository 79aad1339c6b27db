import { openScope, type Scope } from './model/scope.ts';
import type { Role, User } from './model/types.ts';
import { ALL_OPERATIONS } from './protocol/operations.ts';
import type { Service } from './service/call.ts';
import { mayUse } from './service/catalog.ts';

/** The facts that the owner of a key can truthfully state of it. */
export interface KeyStatements {
  readonly isAdministrator: boolean;
  readonly mayOnlyRead: boolean;
  readonly mayDeriveSettlements: boolean;
  readonly mayOpenDisputes: boolean;
  readonly role: Role;
  /** External ids. */
  readonly accounts: readonly string[];
  readonly terminals: readonly string[];
  readonly groups: readonly string[];
  readonly connectors: readonly string[];
  /** Operations that the role may not use. */
  readonly deniedOperations: readonly string[];
  /** Keys that see more terminals, and all of these. */
  readonly narrowerThan: readonly string[];
  /** Keys with no terminal in common. */
  readonly apartFrom: readonly string[];
  /** Keys of other tenants. */
  readonly otherTenant: readonly string[];
  /** The customer, unless the user belongs to several. */
  readonly customer: string | undefined;
  /** Keys of the same user. */
  readonly sameUser: readonly string[];
}

export interface GivenKey {
  readonly key: string;
  readonly user: string;
  readonly statements: KeyStatements;
}

const ROLES_GIVEN: Readonly<Record<string, readonly (readonly Role[])[]>> = {
  'administrators-and-restricted': [['administrator', 'regional', 'auditor'], ['administrator']],
  'two-administrators': [['administrator'], ['administrator']],
  one: [['administrator']],
  'one-tenant': [['administrator', 'merchant', 'finance']],
  'restricted-only': [['regional'], ['merchant']],
};

function selectUsers(service: Service): User[] {
  const given = ROLES_GIVEN[service.choices.keysGiven];
  if (given === undefined) return [...service.world.users];
  return given.flatMap((roles, at) =>
    roles.flatMap(
      (role) => service.world.users.find((user) => user.tenantKey === `account-${at + 1}` && user.role === role) ?? [],
    ),
  );
}

function containsAll(outer: Scope, inner: Scope): boolean {
  const keys = new Set(outer.terminals.map((terminal) => terminal.key));
  return inner.terminals.every((terminal) => keys.has(terminal.key));
}

function describeKey(service: Service, scope: Scope, others: readonly Scope[]): KeyStatements {
  const { ids } = service.style;
  const { user } = scope;
  const keysOf = (scopes: readonly Scope[]) => scopes.map((each) => each.user.apiKey);
  const isApart = (other: Scope) => !other.terminals.some((terminal) => scope.terminals.includes(terminal));
  return {
    isAdministrator: user.role === 'administrator',
    mayOnlyRead: !scope.mayDerive && !scope.mayOpenDispute,
    mayDeriveSettlements: scope.mayDerive,
    mayOpenDisputes: scope.mayOpenDispute,
    role: user.role,
    accounts: scope.tenants.map((tenant) => ids.text('account', tenant.key)),
    terminals: scope.terminals.map((terminal) => ids.text('terminal', terminal.key)),
    groups: scope.groups.map((group) => ids.text('group', group.key)),
    connectors: scope.connectors.map((connector) => ids.text('connector', connector.key)),
    deniedOperations: ALL_OPERATIONS.filter(
      (operation) =>
        operation.isPublic !== true && !mayUse(operation, { service, scope } as Parameters<typeof mayUse>[1]),
    ).map((operation) => operation.id),
    narrowerThan: keysOf(
      others.filter((other) => other.terminals.length > scope.terminals.length && containsAll(other, scope)),
    ),
    apartFrom: keysOf(others.filter(isApart)),
    customer: user.tenantKeys.length === 1 ? user.tenantKeys[0] : undefined,
    sameUser: user.secondKey === undefined ? [] : [user.secondKey],
    otherTenant: keysOf(others.filter((other) => !other.user.tenantKeys.some((key) => user.tenantKeys.includes(key)))),
  };
}

/** Returns the users with those of each tenant in turn, an administrator of each tenant first. */
export function takeTurns(users: readonly User[]): User[] {
  const byTenant = Map.groupBy(users, ({ tenantKey }) => tenantKey);
  const ordered = [...byTenant.values()].map((own) => [
    ...own.filter(({ role }) => role === 'administrator'),
    ...own.filter(({ role }) => role !== 'administrator'),
  ]);
  const most = Math.max(0, ...ordered.map(({ length }) => length));
  return Array.from({ length: most }, (_, at) => ordered.flatMap((own) => own[at] ?? [])).flat();
}

/** Returns the keys of users with what can be stated of each; without users, of those whose keys the shape gives. */
export function describeKeys(service: Service, users: readonly User[] = selectUsers(service)): GivenKey[] {
  const scopes = users.map((user) => openScope(service.world, user, service.choices, service.nowMs()));
  const given = scopes.map((scope) => ({
    key: scope.user.apiKey,
    user: scope.user.email,
    statements: describeKey(
      service,
      scope,
      scopes.filter((other) => other !== scope),
    ),
  }));
  // The owner of several keys of one user gives two of the first user.
  const [first] = scopes;
  const [primary] = given;
  if (first?.user.secondKey === undefined || primary === undefined) return given;
  const statements = { ...primary.statements, sameUser: [primary.key] };
  return [...given, { key: first.user.secondKey, user: primary.user, statements }];
}

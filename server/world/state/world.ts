import { WeakValues } from '../../../base/caches/weak-values.ts';
import { openLedger } from '../../../fixtures/cash/ledger.ts';
import { EPOCH_MS, tenants as fixtureTenants } from '../../../fixtures/index.ts';
import { listGroupsOfTerminal } from '../../../fixtures/model/hierarchy.ts';
import type { KeyFixture, TenantFixture, TerminalFixture, UserFixture } from '../../../fixtures/model/model.ts';
import { type Clock, LATEST_MS } from './clock.ts';
import { MAIN_WORLD, type Position, position } from './facts.ts';
import type { FaultRule } from './fault-rules.ts';
import type { IssuedKey } from './issued-keys.ts';
import { makeLocationId } from './location-id.ts';
import { GrownList, GrownMap } from './persistent-collections.ts';
import type { GeneratedTenant, TenantState, Terminal } from './tenant.ts';
import { type RealMs, type SandboxMs, sandboxMs } from './time.ts';

/** Finds states at earlier positions. */
export interface StateFinder {
  find(worldName: string, state: TenantState, wanted: Position): TenantState;
}

/** The instant of the clock after a journal entry that changed it. */
export interface ClockChange {
  readonly position: Position;
  readonly nowMs: SandboxMs;
}

/** The complete state as a value: a seed, with the facts up to `position` applied. */
export interface World {
  /** Its name in issued keys. */
  readonly name: string;
  readonly seed: number;
  /** Its fleets in addition to the usual ones. */
  readonly fleets: WorldFleets;
  /** Base URL of absolute links, without a trailing slash. */
  readonly baseUrl: string;
  /** Whether amounts and memos of requests can choose outcomes. */
  readonly hasMagicAmounts: boolean;
  /** Signs cursors. Independent of the seed, which is not secret. Undefined in a world that serves no lists. */
  readonly cursorSecret: string | undefined;
  /** Keeps states at earlier positions. Undefined in a world that serves no lists. */
  readonly earlierStates: StateFinder | undefined;
  readonly position: Position;
  /** The time of its clock before any fact, and after a reset of everything. */
  readonly startMs: SandboxMs;
  /** Where its clock ends. */
  readonly latestMs: SandboxMs;
  readonly clock: Clock;
  /** The changes of the clock since the latest reset of everything, oldest first. */
  readonly clockChanges: GrownList<ClockChange>;
  /** Names of the active deviations from the contract. */
  readonly misbehaviours: ReadonlySet<string>;
  /** The fault rules in the order of their evaluation. */
  readonly faults: readonly FaultRule[];
  /** The number of fault rules that were added since the latest reset of everything. */
  readonly faultCount: number;
  /** Position of the latest reset of everything; 0 before any. */
  readonly since: Position;
  readonly tenants: ReadonlyMap<string, TenantState>;
  /** The owners of the published keys, by key. */
  readonly keyholders: ReadonlyMap<string, Keyholder>;
  /** The keys that the operator issued, by id. A reset keeps them. */
  readonly issuedKeys: ReadonlyMap<string, IssuedKey>;
}

/** How the fleets of a world are described. */
export interface WorldFleets {
  /** Number of terminals of Atlas; undefined without that tenant. */
  readonly terminals?: number | undefined;
  /** The texts of its fleet files. */
  readonly files: readonly string[];
}

/** The owner of a key, in any state. */
export interface Keyholder {
  readonly tenantId: string;
  readonly user: UserFixture;
  readonly key: KeyFixture;
  /** When an issued key expires, on the real clock; null for never. */
  readonly keyExpiresAtMs: RealMs | null;
  /** Whether the key is that of a guest. */
  readonly isGuest: boolean;
}

export const DEFAULT_SEED = 1;
export { EPOCH_MS };

export interface WorldOptions {
  /** Its name in issued keys, 4 to 12 digits and lower-case letters. Default: `main`. */
  readonly name?: string;
  /** The start of its clock. Default: that for which the fleets are written. */
  readonly startMs?: SandboxMs;
  /** Where its clock ends. Default: `LATEST_MS`. */
  readonly latestMs?: SandboxMs;
  readonly baseUrl?: string;
  readonly cursorSecret?: string;
  readonly earlierStates?: StateFinder;
  readonly tenants?: readonly TenantFixture[];
  /** How those of them that are no usual ones are described. Default: there are none. */
  readonly fleets?: WorldFleets;
  /** Keys that are valid before any fact. */
  readonly issuedKeys?: readonly IssuedKey[];
  /** Whether the published keys of the tenants are valid. Default: true. */
  readonly hasPublishedKeys?: boolean;
  /** Whether amounts and memos of requests can choose outcomes. Default: false. */
  readonly hasMagicAmounts?: boolean;
}

/** Generates the world of a seed without facts. Cheap, because streams are computed when read. */
export function generateWorld(seed: number, options: WorldOptions = {}): World {
  const { name = MAIN_WORLD, baseUrl = 'http://127.0.0.1:4400', cursorSecret, earlierStates } = options;
  const { tenants = fixtureTenants, issuedKeys = [], hasPublishedKeys = true, startMs = sandboxMs(EPOCH_MS) } = options;
  const { fleets = { files: [] }, hasMagicAmounts = false, latestMs = LATEST_MS } = options;
  const keyholders = (hasPublishedKeys ? tenants : []).flatMap((fixture) =>
    fixture.users.flatMap((user) =>
      user.keys.map((key): [string, Keyholder] => [
        key.key,
        { tenantId: fixture.tenantId, user, key, keyExpiresAtMs: null, isGuest: false },
      ]),
    ),
  );
  return {
    name,
    seed,
    fleets,
    baseUrl,
    hasMagicAmounts,
    cursorSecret,
    earlierStates,
    position: position(0),
    startMs,
    latestMs,
    clock: { state: 'frozen', sandboxMs: startMs },
    clockChanges: GrownList.of(),
    misbehaviours: new Set(),
    faults: [],
    faultCount: 0,
    since: position(0),
    tenants: new Map(
      tenants.map((fixture) => [fixture.tenantId, makeTenantState(getGeneratedTenant(seed, fixture), startMs)]),
    ),
    keyholders: new Map(keyholders),
    issuedKeys: new Map(issuedKeys.map((key) => [key.keyId, key])),
  };
}

/** Returns a tenant without facts. */
export function makeTenantState(generated: GeneratedTenant, sinceMs: SandboxMs): TenantState {
  return {
    generated,
    position: position(0),
    openedDisputes: GrownList.of(),
    derivedBatches: new Map(),
    everDerived: GrownList.of(),
    keptReplies: GrownMap.empty(),
    destinations: new Map(),
    deletedDestinations: new Map(),
    destinationAlerts: GrownList.of(),
    since: position(0),
    sinceMs,
    factCount: 0,
    idSalt: 0,
    history: GrownList.of(),
  };
}

const generatedTenants = new WeakMap<TenantFixture, WeakValues<number, GeneratedTenant>>();

/**
 * Returns the tenant of a seed. Returns the same object for every world of this process, so that worlds share cached
 * results (ledgers, incidents, sorted views). It is immutable: facts make copies. It is released, with these results, when no world
 * uses it.
 */
function getGeneratedTenant(seed: number, fixture: TenantFixture): GeneratedTenant {
  const bySeed = generatedTenants.get(fixture) ?? new WeakValues<number, GeneratedTenant>();
  generatedTenants.set(fixture, bySeed);
  return bySeed.getOrCreate(seed, () => generateTenant(seed, fixture));
}

function generateTenant(seed: number, fixture: TenantFixture): GeneratedTenant {
  const terminals = fixture.terminals.map((terminal) => generateTerminal(seed, fixture, terminal));
  return {
    seed,
    fixture,
    pristine: undefined,
    causes: [],
    terminals,
    terminalsById: new Map(terminals.map((terminal) => [terminal.terminalId, terminal])),
  };
}

/** Returns a terminal with its streams. */
export function generateTerminal(seed: number, tenant: TenantFixture, fixture: TerminalFixture): Terminal {
  const { terminalId } = fixture;
  const source = { seed, tenant, terminal: fixture };
  return {
    terminalId,
    locationId: makeLocationId(seed, terminalId),
    fixture,
    source,
    ledger: openLedger(source),
    groupIds: listGroupsOfTerminal(tenant, terminalId),
  };
}

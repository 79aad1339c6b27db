import type { Cause } from '../../../fixtures/causes.ts';
import { parseInstant } from '../../../spec/durations.ts';
import { formatInstant } from '../../../spec/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type Fault, invalidBody } from '../../problem.ts';
import type { Desk, SandboxHandler } from '../../sandbox-contract.ts';
import { initialClock, LATEST_MS } from '../../world/clock.ts';
import { WHOLE_SANDBOX } from '../../world/sandbox-facts.ts';
import { type StoryEntry, type StoryFact, sandboxStoryTypes, storyOf } from '../../world/scenario.ts';
import type { Scope } from '../../world/tenant.ts';
import { type SandboxMs, sandboxMs } from '../../world/time.ts';
import { faultOfContent, storyTypes } from './fact-schemas.ts';
import { misbehaviours } from './misbehaviours.ts';
import { tenantIdOf, unknownTenant } from './whose.ts';

const FORMAT = 'fleetkit-scenario/1';

/** @see gap sandbox.journal */
export const exportJournal: SandboxHandler<'exportJournal'> = (desk) => {
  const tenantId = desk.user?.tenant.tenantId ?? null;
  return {
    status: 200,
    body: {
      format: FORMAT,
      seed: desk.seed,
      tenant_id: tenantId,
      exported_at: formatInstant(desk.nowMs),
      entries: storyOf(desk.entries, tenantId ?? WHOLE_SANDBOX, desk.nowMs).map((entry) => ({
        tenant_id: entry.tenantId === WHOLE_SANDBOX ? null : entry.tenantId,
        facts: entry.facts.map(presentFact),
      })),
    },
  };
};

function presentFact({ type, atMs, ...content }: StoryFact): SandboxSchemas['ScenarioFact'] {
  return { type, at: formatInstant(atMs), content: { ...content } };
}

/** What is told is believed whole or not at all. @see gap sandbox.journal */
export const importJournal: SandboxHandler<'importJournal'> = (desk, { body }) => {
  const tenantId = tenantIdOf(desk, body.tenant_id);
  if (tenantId === undefined) return invalidBody(unknownTenant(desk));
  if (body.seed !== desk.seed)
    return invalidBody({
      pointer: '/seed',
      code: 'unknown_value',
      detail: `This sandbox was started with seed ${desk.seed}; start one with --seed ${body.seed}.`,
    });

  const entries: StoryEntry[] = [];
  const faults: Fault[] = [];
  for (const [index, entry] of body.entries.entries()) {
    const read = readEntry(desk, tenantId, entry, `/entries/${index}`);
    if (Array.isArray(read)) faults.push(...read);
    else entries.push(read);
  }
  const [first, ...more] = faults.slice(0, 20);
  if (first !== undefined) return invalidBody(first, ...more);

  const facts = entries.flatMap((entry) => entry.facts);
  const clock = facts.findLast((fact) => fact.type === 'clock-set');
  const { nowMs } = desk;
  const now = tenantId === null ? (clock?.toMs ?? initialClock.sandboxMs) : nowMs;
  return {
    status: 200,
    body: {
      tenant_id: tenantId,
      entry_count: entries.length,
      fact_count: facts.length,
      now: formatInstant(now),
    },
    happening:
      tenantId === null
        ? { tenantId: WHOLE_SANDBOX, facts: [{ type: 'journal-imported', atMs: nowMs, newIds: true, entries }] }
        : { tenantId, facts: [{ type: 'tenant-reset', atMs: nowMs, newIds: true }, ...facts] },
  };
};

type GivenEntry = SandboxSchemas['ScenarioEntry'];
type GivenFact = SandboxSchemas['ScenarioFact'];

/** An entry as the journal holds it, or what is wrong with it. */
function readEntry(desk: Desk, about: string | null, given: GivenEntry, pointer: string): StoryEntry | Fault[] {
  const isKnown =
    about === null ? given.tenant_id === null || isTenant(desk, given.tenant_id) : given.tenant_id === about;
  if (!isKnown) return [{ ...unknownTenant(desk), pointer: `${pointer}/tenant_id` }];
  const facts: StoryFact[] = [];
  const faults: Fault[] = [];
  for (const [index, fact] of given.facts.entries()) {
    const at = `${pointer}/facts/${index}`;
    const fault = faultOfFact(desk, about, given.tenant_id, fact);
    if (fault === undefined) facts.push(factFrom(fact));
    else faults.push({ ...fault, pointer: `${at}${fault.pointer ?? ''}` });
  }
  return faults.length > 0 ? faults : { tenantId: given.tenant_id ?? WHOLE_SANDBOX, facts };
}

const isTenant = ({ views }: Desk, tenantId: string): boolean =>
  views.some(({ tenant }) => tenant.tenantId === tenantId);

/** The one cast of a document to a fact: `faultOfFact` has just found none. */
const factFrom = ({ type, at, content }: GivenFact): StoryFact =>
  ({ type, atMs: parseInstant(at), ...content }) as unknown as StoryFact;

/** What is wrong with a fact: its kind, its instant, its form, or that it names what does not exist here. */
function faultOfFact(desk: Desk, about: string | null, tenantId: string | null, given: GivenFact): Fault | undefined {
  const isOfSandbox = sandboxStoryTypes.some((type) => type === given.type);
  const allowed = storyTypes.filter((type) => sandboxStoryTypes.some((one) => one === type) === (tenantId === null));
  if (!storyTypes.includes(given.type) || isOfSandbox !== (tenantId === null))
    return { pointer: '/type', code: 'unknown_value', detail: `Expected one of ${allowed.join(', ')}.`, allowed };

  const latestMs = about === null ? LATEST_MS : desk.nowMs;
  const atMs = parseInstant(given.at);
  if (atMs === undefined || atMs > latestMs) {
    const hint = about === null ? '' : ': move the clock on first';
    return {
      pointer: '/at',
      code: 'out_of_range',
      detail: `Expected nothing after ${formatInstant(latestMs)}${hint}.`,
    };
  }
  const form = faultOfContent(given.type as StoryFact['type'], given.content); // just found among them
  if (form !== undefined) return { pointer: `/content${form.pointer}`, code: 'wrong_format', detail: form.expected };
  return faultOfReference(desk, tenantId, factFrom(given), sandboxMs(atMs));
}

function faultOfReference(desk: Desk, tenantId: string | null, fact: StoryFact, atMs: SandboxMs): Fault | undefined {
  const view = desk.views.find(({ tenant }) => tenant.tenantId === tenantId);
  switch (fact.type) {
    case 'dispute-opened': {
      const { transactionId, terminalId } = fact.dispute;
      const then = view?.asSeenFrom({ nowMs: atMs, position: view.position });
      if (then?.transaction(transactionId)?.terminalId === terminalId) return undefined;
      const detail = 'Expected a withdrawal that this tenant has made by then, and its terminal.';
      return { pointer: '/content/dispute/transactionId', code: 'unknown_transaction', detail };
    }
    case 'settlement-derived':
      if (view?.hasAccount(fact.batch.accountId) === true) return undefined;
      return {
        pointer: '/content/batch/accountId',
        code: 'unknown_account',
        detail: 'Expected an account of the tenant.',
      };
    case 'cause-injected':
      return faultOfCause(view, fact.cause, atMs);
    case 'clock-set':
      if (fact.toMs >= atMs && fact.toMs <= LATEST_MS) return undefined;
      return {
        pointer: '/content/toMs',
        code: 'out_of_range',
        detail: `Expected an instant not before at and not after ${formatInstant(LATEST_MS)}.`,
      };
    case 'misbehaviour-switched':
      if (fact.name in misbehaviours) return undefined;
      return {
        pointer: '/content/name',
        code: 'unknown_value',
        detail: 'Expected a deviation that there is.',
        allowed: Object.keys(misbehaviours),
      };
    default:
      return undefined;
  }
}

/** A cause is of the tenant that it stands with, and not of the time before it was told. */
function faultOfCause(view: Scope | undefined, cause: Cause, atMs: SandboxMs): Fault | undefined {
  const isOff = (pointer: string, detail: string): Fault => ({
    pointer: `/content/cause${pointer}`,
    code: 'unknown_value',
    detail,
  });
  if (cause.atMs < atMs || cause.atMs > LATEST_MS)
    return { ...isOff('/atMs', `Expected nothing before ${formatInstant(atMs)}.`), code: 'out_of_range' };
  if ('terminalId' in cause && cause.terminalId !== null && view?.terminal(cause.terminalId) === undefined)
    return isOff('/terminalId', 'Expected a terminal of the tenant.');
  if ('connectorId' in cause && view?.connector(cause.connectorId) === undefined)
    return isOff('/connectorId', 'Expected a connector of the tenant.');
  if ('accountId' in cause && view?.hasAccount(cause.accountId) !== true)
    return isOff('/accountId', 'Expected an account of the tenant.');
  return undefined;
}

import { isDeepStrictEqual } from 'node:util';
import { parseInstant } from '../../../../base/durations.ts';
import { formatInstant } from '../../../../base/formats.ts';
import { checkpoint } from '../../../../base/slices.ts';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { type Fault, invalidBody } from '../../../problems/problem.ts';
import type { ControlContext, SandboxHandler, SandboxInput } from '../../../sandbox-contract.ts';
import { type ExportedEntry, type ExportedFact, exportEntries } from '../../../world/state/exported-facts.ts';
import { FLEETS_VERSION } from '../../../world/state/facts.ts';
import { WHOLE_SANDBOX } from '../../../world/state/sandbox-facts.ts';
import { FactReader } from './fact-reader.ts';
import { createUnknownTenantFault, resolveTenantId } from './tenant-of-write.ts';

const FORMAT = 'fleetkit-scenario/1';

/** @see gap sandbox.journal */
export const exportJournal: SandboxHandler<'exportJournal'> = (controlContext) => {
  const tenantId = controlContext.user?.tenant.tenantId ?? null;
  return {
    status: 200,
    body: {
      format: FORMAT,
      seed: controlContext.seed,
      start: formatInstant(controlContext.startMs),
      fleets: FLEETS_VERSION,
      ...(tenantId === null ? presentFleets(controlContext) : {}),
      tenant_id: tenantId,
      exported_at: formatInstant(controlContext.nowMs),
      entries: exportEntries(controlContext.entries, tenantId ?? WHOLE_SANDBOX, controlContext.nowMs).flatMap(
        presentEntry,
      ),
    },
  };
};

/** The fleets of a world concern only its operator: they are those of all tenants. */
const presentFleets = ({ fleets: { terminals, files } }: ControlContext) => ({
  terminals: terminals ?? null,
  fleet_files: [...files],
});

/** Maximum number of facts in one entry. An import stores all facts of a tenant in one journal entry. */
const MAX_FACTS = 100;

function presentEntry({ tenantId, facts }: ExportedEntry): readonly SandboxSchemas['ScenarioEntry'][] {
  const parts = Array.from({ length: Math.ceil(facts.length / MAX_FACTS) }, (_, n) =>
    facts.slice(n * MAX_FACTS, (n + 1) * MAX_FACTS),
  );
  return parts.map((part) => ({
    tenant_id: tenantId === WHOLE_SANDBOX ? null : tenantId,
    facts: part.map(presentFact),
  }));
}

function presentFact({ type, atMs, ...content }: ExportedFact): SandboxSchemas['ScenarioFact'] {
  return { type, at: formatInstant(atMs), content: { ...content } };
}

/** Imports a document atomically: if one fact is invalid, nothing is imported. @see gap sandbox.journal */
export const importJournal: SandboxHandler<'importJournal'> = (controlContext, { body }) => {
  const tenantId = resolveTenantId(controlContext, body.tenant_id);
  if (tenantId === undefined) return invalidBody(createUnknownTenantFault(controlContext));
  const other = findOtherWorld(controlContext, body);
  if (other !== undefined) return invalidBody(other);

  const { entries, faults } = readEntries(controlContext, tenantId, body);
  const [first, ...more] = faults;
  if (first !== undefined) return invalidBody(first, ...more);

  const facts = entries.flatMap((entry) => entry.facts);
  const clock = facts.findLast((fact) => fact.type === 'clock-set');
  const { nowMs } = controlContext;
  const now = tenantId === null ? (clock?.toMs ?? controlContext.startMs) : nowMs;
  return {
    status: 200,
    body: {
      tenant_id: tenantId,
      entry_count: entries.length,
      fact_count: facts.length,
      now: formatInstant(now),
    },
    write:
      tenantId === null
        ? { tenantId: WHOLE_SANDBOX, facts: [{ type: 'journal-imported', atMs: nowMs, newIds: true, entries }] }
        : { tenantId, facts: [{ type: 'tenant-reset', atMs: nowMs, newIds: true }, ...facts] },
  };
};

/** Returns in which way a document is about a world with other data; its facts would refer to what does not exist. */
function findOtherWorld(
  { seed, startMs, fleets }: ControlContext,
  document: SandboxInput<'importJournal'>['body'],
): Fault | undefined {
  const { files } = fleets;
  const terminals = fleets.terminals ?? null;
  const refuse = (pointer: string, detail: string): Fault => ({ pointer, code: 'unknown_value', detail });
  const { fleets: version = 1, start, terminals: wanted = terminals, fleet_files: texts = files } = document;
  if (document.seed !== seed)
    return refuse('/seed', `This sandbox was started with seed ${seed}; start one with --seed ${document.seed}.`);
  if (version !== FLEETS_VERSION)
    return refuse(
      '/fleets',
      `This fleetkit generates fleets of version ${FLEETS_VERSION}; import the document into the version that exported it.`,
    );
  if (start !== undefined && parseInstant(start) !== startMs)
    return refuse(
      '/start',
      `The clock of this sandbox starts at ${formatInstant(startMs)}; start one with --start ${start}.`,
    );
  if (wanted !== terminals) {
    const own = terminals === null ? 'without --terminals' : `with --terminals ${terminals}`;
    return refuse('/terminals', `This sandbox was started ${own}. ${RESTORE}`);
  }
  if (!isDeepStrictEqual(texts, files))
    return refuse('/fleet_files', `This sandbox was started with other fleet files. ${RESTORE}`);
  return undefined;
}

const RESTORE = 'Start one with these fleets: fleetkit serve --journal FILE.';

/** Maximum number of reported faults; validation stops there. */
const MAX_FAULTS = 20;

/** Progress of validation: `entry` entries, and `facts` of the next one. */
interface Reading {
  readonly reader: FactReader;
  readonly entries: ExportedEntry[];
  readonly faults: Fault[];
  entry: number;
  facts: ExportedFact[];
  /** Validated facts of the entry, including invalid ones. */
  fact: number;
}

const readings = new WeakMap<object, Reading>();

/** Validates the facts in slices: each call continues where the previous one for the same body ended. */
function readEntries(
  controlContext: ControlContext,
  tenantId: string | null,
  body: SandboxInput<'importJournal'>['body'],
): Reading {
  const reading = readings.get(body) ?? {
    ...{ reader: new FactReader(controlContext, tenantId), entries: [], faults: [] },
    ...{ entry: 0, facts: [], fact: 0 },
  };
  readings.set(body, reading);
  const { reader, entries, faults } = reading;
  for (; reading.entry < body.entries.length && faults.length < MAX_FAULTS; reading.entry += 1) {
    const given = body.entries[reading.entry];
    if (given === undefined) break;
    const pointer = `/entries/${reading.entry}`;
    const unknown = reader.findTenantFault(given.tenant_id);
    if (unknown !== undefined) {
      faults.push({ ...unknown, pointer: `${pointer}/tenant_id` });
      continue;
    }
    for (const fact of given.facts.slice(reading.fact)) {
      const read = reader.readFact(given.tenant_id, fact);
      if ('code' in read) faults.push({ ...read, pointer: `${pointer}/facts/${reading.fact}${read.pointer ?? ''}` });
      else reading.facts.push(read);
      reading.fact += 1;
      if (faults.length >= MAX_FAULTS) break;
      checkpoint();
    }
    entries.push({ tenantId: given.tenant_id ?? WHOLE_SANDBOX, facts: reading.facts });
    reading.facts = [];
    reading.fact = 0;
  }
  return reading;
}

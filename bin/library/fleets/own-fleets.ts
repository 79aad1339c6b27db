import { readFile } from 'node:fs/promises';
import { WeakValues } from '../../../base/caches/weak-values.ts';
import type { TenantFixture } from '../../../fixtures/model/model.ts';
import { hasIdsOf } from '../../../fixtures/own/find-fleet-faults.ts';
import { formatFleetFault, type PlacedFault, readFleet } from '../../../fixtures/own/read-fleet.ts';
import { countDaysAfterDefault, EPOCH_MS } from '../../../fixtures/time/epoch.ts';

/** A fleet file with the name by which messages call it. */
export interface FleetText {
  readonly name: string;
  readonly text: string;
}

/** Thrown for a fleet file with faults. The message has one line for each. */
export class InvalidFleet extends RangeError {
  readonly faults: readonly PlacedFault[];

  constructor(name: string, faults: readonly PlacedFault[]) {
    super(faults.map((fault) => formatFleetFault(name, fault)).join('\n'));
    this.name = 'InvalidFleet';
    this.faults = faults;
  }
}

/**
 * Reads fleet files; objects are their contents.
 * @throws {RangeError} For a file that cannot be read.
 */
export function readFleetFiles(fleets: readonly (string | object)[]): Promise<readonly FleetText[]> {
  return Promise.all(
    fleets.map(async (given, index): Promise<FleetText> => {
      if (typeof given !== 'string') return { name: `fleets[${index}]`, text: JSON.stringify(given, null, 2) };
      try {
        return { name: given, text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(given)) };
      } catch (thrown) {
        const isEncoding = thrown instanceof TypeError;
        const reason = isEncoding ? 'it is not UTF-8' : thrown instanceof Error ? thrown.message : String(thrown);
        throw new RangeError(`the fleet file ${given} cannot be read: ${reason}`);
      }
    }),
  );
}

const built = new WeakValues<string, TenantFixture>();

/**
 * Returns the tenants of fleet files. Returns the same object for the same file while a sandbox uses it, so that the sandboxes of a
 * process share what was computed from it.
 * @throws {InvalidFleet} For a file with faults, or with an id of another tenant.
 */
export function buildOwnTenants(
  files: readonly (string | FleetText)[],
  existing: readonly TenantFixture[],
  startMs: number = EPOCH_MS,
): readonly TenantFixture[] {
  const own: TenantFixture[] = [];
  for (const [index, file] of files.entries()) {
    const { name, text } = typeof file === 'string' ? { name: `fleet file ${index + 1}`, text: file } : file;
    const others = [...existing, ...own];
    const key = `${countDaysAfterDefault(startMs)} ${text}`;
    const known = built.get(key);
    if (known !== undefined && !hasIdsOf(known, others)) {
      own.push(known);
      continue;
    }
    const read = readFleet(text, others, startMs);
    if ('faults' in read) throw new InvalidFleet(name, read.faults);
    own.push(built.getOrCreate(key, () => read.tenant));
  }
  return own;
}

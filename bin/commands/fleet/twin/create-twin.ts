import { stringify } from 'yaml';
import { type FleetShapeOptions, readFleetShape } from '../../../../conformance/fleet-shape/read-fleet-shape.ts';
import type { ShapeNote } from '../../../../conformance/fleet-shape/shape.ts';
import { tenants as usualTenants } from '../../../../fixtures/index.ts';
import { hardware } from '../../../../fixtures/model/hardware.ts';
import { MOST_TERMINALS } from '../../../../fixtures/own/find-fleet-faults.ts';
import type { FleetFile } from '../../../../fixtures/own/fleet-file.ts';
import { toSnakeCase } from '../../../../fixtures/own/member-case.ts';
import { formatFleetFault, readFleet } from '../../../../fixtures/own/read-fleet.ts';
import { SCHEMA_COMMENT } from '../output.ts';
import { buildTwin } from './build-twin.ts';
import { createWordDraws, NoFreeWord } from './draw-words.ts';

/** A fleet file with the shape of a deployment. */
export interface Twin {
  readonly text: string;
  /** The properties that were found, with their numbers. */
  readonly notes: readonly ShapeNote[];
  readonly requests: number;
}

/** Reads a deployment and writes its twin. Returns a `problem` if the deployment cannot be read, or has no fleet to write. */
export async function createTwin(
  options: Omit<FleetShapeOptions, 'models' | 'mostTerminals'>,
): Promise<Twin | { readonly problem: string }> {
  const read = await readFleetShape({ ...options, models: Object.keys(hardware), mostTerminals: MOST_TERMINALS });
  if ('problem' in read) return read;
  const { shape, notes, requests, containsOriginal } = read;
  let text: string;
  try {
    text = formatTwin(buildTwin(shape, createWordDraws({ salt: options.salt, isTaken: containsOriginal })));
  } catch (thrown) {
    if (thrown instanceof NoFreeWord) return { problem: thrown.message };
    throw thrown;
  }
  const checked = readFleet(text, usualTenants);
  if ('tenant' in checked) return { text, notes, requests };
  const faults = checked.faults.slice(0, MOST_SHOWN).map((fault) => formatFleetFault('twin', fault));
  return { problem: ['the deployment has a shape that the sandbox cannot serve:', ...faults].join('\n') };
}

const MOST_SHOWN = 10;

/** Formats a twin as YAML, with a line for each terminal. */
function formatTwin({ terminals, ...company }: FleetFile): string {
  const rows = Array.isArray(terminals) ? terminals : [];
  return [
    SCHEMA_COMMENT,
    '# The shape of a deployment. All names, addresses, ids and keys are made up.',
    stringify(toSnakeCase(company), { lineWidth: 120 }).trimEnd(),
    'terminals:',
    ...rows.map((terminal) => `  - ${JSON.stringify(toSnakeCase(terminal))}`),
    '',
  ].join('\n');
}

import { describe, expect, it } from 'vitest';
import { findSlot } from '../../../conformance/slots/inference/testing/grading.ts';
import { SLOTS, slots } from '../../../conformance/slots/slots.ts';
import { drawWorld } from './data/world.ts';
import { harbourChoices, harbourGroundTruth } from './ground-truth.ts';
import { harbour } from './index.ts';
import { readPointer, readTexts, sendRequest } from './testing/send-request.ts';

const SEED = 21;
const terminal = drawWorld(SEED).customers[0]?.terminals[0]?.id;
const PATHS: Readonly<Record<string, string>> = {
  transactions: '/v1/transactions?limit=50',
  'terminal transactions': `/v1/terminals/${terminal}/transactions`,
  settlements: '/v1/settlements',
  disputes: '/v1/disputes',
  locations: '/v1/locations',
  connectors: '/v1/connectors',
  groups: '/v1/terminal-groups',
  commands: `/v1/terminals/${terminal}/commands`,
  provisioning: `/v1/terminals/${terminal}/provisioning-payload`,
  portal: '/v1/portal',
  catalog: '/v1/integrations/catalog',
  writes: '/v1/portal',
};

describe('the known shape of harbour', async () => {
  const transport = harbour.transport({ seed: SEED });
  const bodies = new Map<string, unknown>();
  for (const [place, path] of Object.entries(PATHS))
    bodies.set(place, (await sendRequest(transport, { as: 'pier-owner', path })).json);

  it.each(Object.entries(harbourGroundTruth))('%s is at %s', (name, pointer) => {
    const [place = '', word] = name.split('.');
    const rows = `${place}.rows`;
    const isOfRow = rows in harbourGroundTruth && word !== 'rows' && !/^\/aggregate/.test(pointer);
    const list = Object.entries(harbourGroundTruth).find(([one]) => one === rows)?.[1] ?? '';
    expect(readPointer(bodies.get(place), isOfRow ? list + pointer : pointer)).not.toEqual([]);
  });

  it('names almost every documented value', () => {
    const named = new Set(Object.keys(harbourGroundTruth).map(findSlot));
    const places = SLOTS.filter((slot) => slots[slot].kind.startsWith('pointer'));
    expect(places.length).toBeGreaterThan(70);
    expect(places.filter((slot) => !named.has(slot))).toEqual([
      'locations.group',
      'portal.terminal_rows',
      'portal.terminal_id',
      'portal.terminal_group',
      'catalog.family',
      'catalog.endpoints',
      'catalog.endpoint_method',
      'catalog.endpoint_path',
    ]);
  });

  it('states the correct statuses, types, limits and bodies', async () => {
    const phases = new Set(readTexts(bodies.get('disputes'), '/_embedded/claims/*/Phase'));
    expect(harbourChoices.resolvedStatuses.every((status) => phases.has(status))).toBe(true);
    expect(phases.size).toBeGreaterThan(harbourChoices.resolvedStatuses.length);
    const states = readTexts(bodies.get('commands'), '/_embedded/orders/*/Progress/State');
    expect(new Set(states)).toEqual(new Set([harbourChoices.queuedCommand, harbourChoices.completedCommand]));
    const { json } = await sendRequest(transport, { as: 'pier-owner', path: '/v1/transactions' });
    expect(readPointer(json, harbourGroundTruth['transactions.rows'])).toHaveLength(harbourChoices.limit.default);
    expect(readPointer(bodies.get('transactions'), harbourGroundTruth['transactions.rows'])).toHaveLength(
      harbourChoices.limit.greatest,
    );
    const [next = ''] = readTexts(json, harbourChoices.paging.next);
    expect(new URL(next).searchParams.has(harbourChoices.paging.parameter)).toBe(true);
    for (const as of harbourChoices.writers) {
      const body = harbourChoices.bodies.deriveSettlements;
      expect((await sendRequest(transport, { as, method: 'POST', path: '/v1/settlements/derive', body })).status).toBe(
        200,
      );
    }
  });
});

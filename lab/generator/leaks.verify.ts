import { describe, expect, it } from 'vitest';
import { openScope, type Scope } from './model/scope.ts';
import type { EntityKind } from './model/types.ts';
import { createService } from './service/service.ts';
import { createShape } from './shape.ts';
import { probeService } from './testing/probe.ts';

const readClock = () => Date.UTC(2026, 5, 1);
const MARKED = {
  ...{ terminalIds: 'uuid', transactionIds: 'uuid', connectorIds: 'uuid', otherIds: 'uuid', idUniqueness: 'global' },
  ...{ sharedTerminals: 'none', disputeVisibility: 'terminals', terminalCounts: 'few', liveData: 'still' },
  ...{ transactionVolume: 'usual', problemEcho: 'no' },
};
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-b[0-9a-f]{3}-[0-9a-f]{12}/g;

function listEntities(source: Scope | Scope['world']): [EntityKind, string][] {
  const kinds = [
    ...([
      ['terminal', source.terminals],
      ['transaction', source.transactions],
      ['connector', source.connectors],
    ] as const),
    ...([
      ['dispute', source.disputes],
      ['batch', source.batches],
      ['user', source.users],
    ] as const),
    ...([
      ['group', source.groups],
      ['command', source.commands],
      ['job', source.jobs],
    ] as const),
    ...([
      ['form', source.forms],
      ['account', source.tenants],
    ] as const),
  ] as const;
  return kinds.flatMap(([kind, list]) => list.map((each): [EntityKind, string] => [kind, each.key]));
}

describe('a right service', () => {
  it.each([1, 7, 15, 26])('shows no id of a thing out of scope (%i)', (seed) => {
    const service = createService(createShape(seed, { set: MARKED }), { readClock });
    const lines = probeService(service, 'all');
    const { world, style, choices } = service;
    const known = new Set(listEntities(world).map(([kind, key]) => style.ids.text(kind, key)));
    for (const user of world.users) {
      const scope = openScope(world, user, choices, service.nowMs());
      const visible = new Set(listEntities(scope).map(([kind, key]) => style.ids.text(kind, key)));
      const leaks = lines
        .filter((line) => line.request.endsWith(` ${user.apiKey}`))
        .flatMap((line) =>
          [...line.reply.matchAll(UUID)]
            .map(([id]) => id)
            .filter((id) => known.has(id) && !visible.has(id) && !decodeURIComponent(line.request).includes(id))
            .map((id) => `${user.role} ${line.operation} ${id}`),
        );
      expect(leaks).toEqual([]);
    }
  });
});

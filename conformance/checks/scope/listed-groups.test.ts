import { expect, test } from 'vitest';
import { createBindings } from '../../slots/bindings.ts';
import { isSameGroup, listsFollowThePortal } from './listed-groups.ts';

const WEST = { id: 'G-10021', value: { id: 'G-10021', name: 'West', count: 3, terminals: ['T-1', 'T-2', 'T-3'] } };

test('a group is the same if only its terminals and their number differ', () => {
  const shown = { id: 'G-10021', value: { id: 'G-10021', name: 'West', count: 0, terminals: [] } };
  expect(isSameGroup(shown, WEST)).toBe(true);
});

test('a group with another name, or with a short number as id, may be another one of another tenant', () => {
  expect(isSameGroup({ id: 'G-10021', value: { id: 'G-10021', name: 'Harbour' } }, WEST)).toBe(false);
  expect(isSameGroup({ id: '100021', value: { id: '100021', name: 'West' } }, { value: { name: 'West' } })).toBe(false);
});

const bind = (value: string) =>
  ({
    value,
    confidence: 'certain',
    evidence: [{ source: 'names', observation: 'its name', assumedRules: [] }],
  }) as const;

/** Judges two keys that see the same two groups. Their portals show terminals, and the one of the first key further things. */
async function judgePortal(groups: readonly string[], others: readonly string[] = []) {
  const createReader = (name: string, terminals: readonly string[]) => ({
    name,
    sees: { mentioned: new Set(terminals), connectors: new Set(), groups: new Map() },
    get: async (operation: string) => {
      const shown = name === 'all' ? [...terminals, ...groups] : terminals;
      const json =
        operation === 'getPortal'
          ? { users: name === 'all' ? others : [], things: [...new Set(shown)] }
          : { data: groups.map((id) => ({ id })) };
      return {
        operation,
        status: 200,
        isReadable: true,
        envelope: new Set(),
        request: { url: 'http://target.test/v1/terminal-groups', caller: name, method: 'GET' },
        header: () => undefined,
        headers: [],
        json,
        text: JSON.stringify(json),
        parameters: {},
      };
    },
  });
  const bindings = createBindings(
    {
      'terminal_groups.rows': bind('/data/*'),
      'terminal_groups.id': bind('/id'),
      'portal.visible_groups': bind('/things'),
    },
    'inferred',
  );
  const readers = [createReader('all', ['TRM-10021', 'TRM-10022']), createReader('some', ['TRM-10021'])];
  return JSON.stringify(await listsFollowThePortal.run({ readers, bindings } as never)); // what the check needs
}

test('groups with ids of terminals are not compared with a portal that shows terminals', async () => {
  expect(await judgePortal(['TRM-10021', 'TRM-10022'])).not.toContain('"fail"');
  expect(await judgePortal(['GRP-20021', 'GRP-20022'])).toContain('"fail"');
});

test('groups with ids that other things of the portal have too are not compared with it', async () => {
  expect(await judgePortal(['50%25-1', '50%25-2'])).toContain('"fail"');
  expect(await judgePortal(['50%25-1', '50%25-2'], ['50%25-1', '50%25-2', '50%25-3'])).not.toContain('"fail"');
});

import { textsAt, valueAt } from '../bindings.ts';
import { check } from '../check.ts';
import { isSuccess } from '../client.ts';
import { few } from '../reading.ts';
import { without } from '../sets.ts';
import { fail, pass, untestable } from '../verdict.ts';

export const portalHoldsTheGroups = check({
  id: 'portal/holds-the-documented-groups',
  title: 'The portal snapshot holds every documented group of data',
  clause: 'portal.get',
  covers: [
    'portal.safe_first_call',
    'portal.principal',
    'portal.organization',
    'portal.access_flags',
    'portal.users',
    'portal.terminals',
    'portal.groups_connectors',
    'portal.recent',
    'portal.report_catalog',
    'compliance.portal_only',
  ],
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const portal = await reader.get('getPortal');
    if (!isSuccess(portal)) return fail({ expected: 'a snapshot: it is the safest first call', actual: portal });
    const sections = Object.entries(bindings.portal.sections);
    const absent = sections.filter(([, pointer]) => valueAt(portal.json, pointer) === undefined).map(([name]) => name);
    if (absent.length === 0) return pass(portal);
    return fail({ expected: `${sections.length} groups of data`, actual: portal, saw: `no ${few(absent)}` });
  },
});

export const portalShowsWhatListsShow = check({
  id: 'portal/shows-the-terminals-of-the-lists',
  title: 'The terminals whose transactions a key reads are among those that its portal shows',
  clause: 'scope.portal_rules',
  covers: ['auth.visibility_rules'],
  level: 'should',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const portal = await reader.get('getPortal');
    if (!isSuccess(portal)) return untestable('the portal cannot be read', portal);
    const shown = new Set(textsAt(portal.json, bindings.portal.terminals));
    const read = new Set(reader.sees.transactions.flatMap(({ terminals }) => terminals));
    if (read.size === 0) return untestable('it takes transactions', portal);
    const absent = without(read, shown);
    if (absent.size === 0) return pass(portal);
    return fail({ expected: 'every terminal that the lists speak of', actual: portal, saw: `no ${few(absent)}` });
  },
});

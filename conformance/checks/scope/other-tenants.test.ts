import { expect, test } from 'vitest';
import { changeJson, makeJsonResponse, readText, replaceResponse } from '../../../lab/mutants/proxy-helpers.ts';
import { honestTarget } from '../../../lab/targets/honest-target.ts';
import type { Transport } from '../../http/client.ts';
import { judgeTarget } from '../../testing/judge-target.ts';

const WEST = 'k-west-0003';

/** A service in which a group of the west has the id of one of the east. */
const numberGroupsAlike = (id: string, hidesGroups = false): Transport =>
  replaceResponse(
    ({ key }) => key === WEST,
    async ({ operation, request }, pass) => {
      if (hidesGroups && operation === 'listTerminalGroups') return makeJsonResponse(403, {});
      const response = await pass({ ...request, url: request.url.replaceAll(id, 'grp_west') });
      const headers = response.headers.filter(([name]) => name !== 'Content-Length');
      const text = readText(response).replaceAll(/"groups":\[.*?\],(?="connectors")/g, hidesGroups ? '' : '$&');
      return { ...response, headers, body: Buffer.from(text.replaceAll('grp_west', id)) };
    },
  )(honestTarget());

test('a profile may name a group with the id of a group of another tenant', async () => {
  expect(await judgeTarget('scope/groups-of-the-user-are-visible', numberGroupsAlike('grp_hills'))).not.toBe('fail');
});

test('a filter by a group may be one by an own group with the same id, if the key may not list its groups', async () => {
  expect(await judgeTarget('filters/a-hidden-id-is-not-dropped', numberGroupsAlike('grp_all', true))).not.toBe('fail');
});

const MANAGER = { role: 'Fleet manager', language: 'English (US)' };
const CLERK = { role: 'Site clerk', language: 'French (FR)' };

/** Judges portals whose users have roles and languages, with these further users of the west. */
const judgePeople = (further: readonly object[], reports: readonly object[] = []) =>
  judgeTarget(
    'scope/portal-shows-no-foreign-people',
    changeJson('getPortal', (body, { key }) => {
      body.principal = { ...Object(body.principal), ...(key === WEST ? CLERK : MANAGER) };
      body.users = key === WEST ? further : [];
      body.report_catalog = reports;
    })(honestTarget()),
  );

test('users of two tenants may have the same role and language, and reports may name the role', async () => {
  expect(await judgePeople([{ user_id: 'usr_west9', ...MANAGER }])).toBe('pass');
  expect(await judgePeople([], [{ title: 'Overview for the Fleet manager' }])).toBe('pass');
  expect(await judgePeople([{ user_id: 'usr_east1', ...MANAGER }])).toBe('fail');
  expect(await judgePeople([], [{ title: 'Terms for Cash machines of acct_east' }])).toBe('fail');
});

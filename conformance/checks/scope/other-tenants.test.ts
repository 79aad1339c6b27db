import { expect, test } from 'vitest';
import { makeJsonResponse, readText, replaceResponse } from '../../../lab/mutants/proxy-helpers.ts';
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

import { describe, expect, test } from 'vitest';
import { makeJsonResponse } from '../../../lab/mutants/proxy-helpers.ts';
import { createClient, type Transport } from '../../http/client.ts';
import { areApart, areOfTwoTenants } from './denials.ts';
import type { Principal } from './principals.ts';

const STREETS: Readonly<Record<string, string>> = {
  north: 'Long Street',
  south: 'Short Street',
  'north-2': 'Long Street',
};

/** A service in which each tenant numbers its own terminals. The keys `north` and `north-2` are of one tenant. */
const numberAlone: Transport = ({ url, headers }) => {
  const street = STREETS[headers.find(([name]) => name.toLowerCase() === 'x-api-key')?.[1] ?? ''];
  const { pathname, searchParams } = new URL(url);
  const id = searchParams.get('terminal_id') ?? /\/(T\d+)(\/|$|\.xml)/.exec(pathname)?.[1];
  if (street === undefined) return Promise.resolve(makeJsonResponse(401, {}));
  if (id !== 'T1' && id !== 'T2') return Promise.resolve(makeJsonResponse(404, { title: 'Not found' }));
  const section = pathname.split('/').findLast((part) => /^[a-z-]{4,}$/.test(part)) ?? 'data';
  const place = { terminal: id, address: `${street} 4711 ${id} ${section}`, contact: `Desk of ${street} ${id}` };
  return Promise.resolve(makeJsonResponse(200, { [section]: place }));
};

function createPrincipals(portals: Readonly<Record<string, unknown>>): Principal[] {
  const keys = new Map(Object.keys(portals).map((key) => [key, key]));
  const session = createClient({ baseUrl: 'http://target.test', keys, transport: numberAlone }).session();
  const terminals = new Set(['T1', 'T2']);
  return Object.entries(portals).map(([name, json]) => {
    const sees = {
      terminals,
      mentioned: terminals,
      placedTransactions: [],
      responses: new Map([['getPortal', { json }]]),
    };
    return { ...session.withKey(name), sees } as unknown as Principal; // the members that pairs are compared by
  });
}

const createPortal = (account: string, user: string) => ({
  me: { id: 'user-0001', name: user },
  account: { id: `account ${account}`, name: `The ${account} customer` },
  forms: { 'form-1': { id: 'form-1', title: 'Site survey' }, 'form-2': { id: 'form-2', title: 'Cash load' } },
});

describe('two keys whose terminals have the same ids', () => {
  test('are of two tenants if reads by id show other data to each', async () => {
    const portals = { north: createPortal('northern', 'Ada Fenn'), south: createPortal('southern', 'Gus Petri') };
    const [one, other] = createPrincipals(portals);
    if (one === undefined || other === undefined) throw new Error('no principals');
    expect(await areOfTwoTenants(one, other)).toBe(true);
    expect(await areApart(one, other)).toBe(false);
  });

  test('are of two tenants if their portals share settings: colours, a locale, a version', async () => {
    const branding = { palette: { primary: '#123b5d', accent: '#e2a33c' }, locale: 'en-GB', release: 'v2.14.0' };
    const portals = { north: { ...createPortal('northern', 'Ada Fenn'), branding }, south: { branding } };
    const [one, other] = createPrincipals(portals);
    if (one === undefined || other === undefined) throw new Error('no principals');
    expect(await areOfTwoTenants(one, other)).toBe(true);
  });

  test('are not, if reads by id show the same data', async () => {
    const portals = { north: createPortal('northern', 'Ada Fenn'), 'north-2': createPortal('southern', 'Gus Petri') };
    const [one, other] = createPrincipals(portals);
    if (one === undefined || other === undefined) throw new Error('no principals');
    expect(await areOfTwoTenants(one, other)).toBe(false);
  });

  test('are not, if their portals name one account', async () => {
    const portals = { north: createPortal('northern', 'Ada Fenn'), south: createPortal('northern', 'Gus Petri') };
    const [one, other] = createPrincipals(portals);
    if (one === undefined || other === undefined) throw new Error('no principals');
    expect(await areOfTwoTenants(one, other)).toBe(false);
  });
});

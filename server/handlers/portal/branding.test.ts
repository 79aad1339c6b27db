import { describe, expect, it } from 'vitest';
import { openPublicView } from '../../world/scope/public-view.ts';
import { sandboxMs } from '../../world/state/time.ts';
import { EPOCH_MS } from '../../world/state/world.ts';
import { findSchemaFault, world } from '../testing/test-scope.ts';
import { getBrandingStatus } from './branding.ts';

const input = { path: {}, query: {}, body: undefined };
const getBranding = (host: string) => getBrandingStatus(openPublicView(world, host, sandboxMs(EPOCH_MS)), input);
const brandings = [...world.tenants.values()].flatMap(({ generated }) =>
  generated.fixture.accounts.map(({ branding }) => branding),
);

describe('getBrandingStatus', () => {
  it('returns the portal of the requested host, by its portal or documentation name', () => {
    const reply = getBranding('docs.northway.example');
    expect(reply).toEqual(getBranding('portal.northway.example'));
    expect(reply).toMatchObject({
      status: 200,
      body: {
        status: 'ready',
        branding: { ready: true, product_name: 'Northway Portal' },
        docs_host: { ready: true, hostname: 'docs.northway.example', dns_status: 'verified', tls_status: 'valid' },
      },
    });
  });

  it("returns the platform's branding for an unknown or missing host", () => {
    const reply = getBranding('unknown.example');
    expect(reply).toEqual(getBranding(''));
    expect(reply).toMatchObject({ body: { branding: { product_name: 'Terminal Fleet Portal' } } });
  });

  it('is ready exactly if branding and documentation host are ready', () => {
    const hosts = ['', ...brandings.flatMap(({ dns }) => [dns.customDomain ?? [], dns.docsHost ?? []].flat())];
    expect(hosts.length).toBeGreaterThan(4);
    for (const host of hosts) {
      const reply = getBranding(host);
      if (reply.status !== 200) throw new Error('refused');
      expect(findSchemaFault('BrandingStatus', reply.body)).toBeUndefined();
      const { status, branding, docs_host } = reply.body;
      expect([host, status === 'ready']).toEqual([host, branding.ready && docs_host.ready]);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { openPublicView } from '../../world/scope/public-view.ts';
import { sandboxMs } from '../../world/state/time.ts';
import { EPOCH_MS } from '../../world/state/world.ts';
import { schemaFault, world } from '../testing/scope-of-key.ts';
import { getBrandingStatus } from './branding.ts';

const input = { path: {}, query: {}, body: undefined };
const brandingAt = (host: string) => getBrandingStatus(openPublicView(world, host, sandboxMs(EPOCH_MS)), input);
const brandings = [...world.tenants.values()].flatMap(({ generated }) =>
  generated.fixture.accounts.map(({ branding }) => branding),
);

describe('getBrandingStatus', () => {
  it('tells of the portal under the host that was asked for, by its own name or that of its documents', () => {
    const reply = brandingAt('docs.northway.example');
    expect(reply).toEqual(brandingAt('portal.northway.example'));
    expect(reply).toMatchObject({
      status: 200,
      body: {
        status: 'ready',
        branding: { ready: true, product_name: 'Northway Portal' },
        docs_host: { ready: true, hostname: 'docs.northway.example', dns_status: 'verified', tls_status: 'valid' },
      },
    });
  });

  it("answers a host that is nobody's, and none at all, with the platform", () => {
    const reply = brandingAt('unknown.example');
    expect(reply).toEqual(brandingAt(''));
    expect(reply).toMatchObject({ body: { branding: { product_name: 'Terminal Fleet Portal' } } });
  });

  it('is ready if and only if both parts are, for every host of the fixtures', () => {
    const hosts = ['', ...brandings.flatMap(({ dns }) => [dns.customDomain ?? [], dns.docsHost ?? []].flat())];
    expect(hosts.length).toBeGreaterThan(4);
    for (const host of hosts) {
      const reply = brandingAt(host);
      if (reply.status !== 200) throw new Error('refused');
      expect(schemaFault('BrandingStatus', reply.body)).toBeUndefined();
      const { status, branding, docs_host } = reply.body;
      expect([host, status === 'ready']).toEqual([host, branding.ready && docs_host.ready]);
    }
  });
});

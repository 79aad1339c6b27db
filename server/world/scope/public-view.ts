import { platformBranding } from '../../../fixtures/index.ts';
import type { SandboxMs } from '../state/time.ts';
import type { World } from '../state/world.ts';
import type { PublicView } from './scope-types.ts';

/**
 * Returns the public data for requests to `host`. An unknown host gets the platform's own branding, so that the reply
 * reveals no tenant.
 */
export function openPublicView(world: World, host: string, nowMs: SandboxMs): PublicView {
  return {
    nowMs,
    position: world.position,
    baseUrl: world.baseUrl,
    host,
    findBranding(name) {
      if (name === '') return platformBranding;
      const accounts = [...world.tenants.values()].flatMap(({ generated }) => generated.fixture.accounts);
      const account = accounts.find(({ branding: { dns } }) => dns.customDomain === name || dns.docsHost === name);
      return account?.branding ?? platformBranding;
    },
  };
}

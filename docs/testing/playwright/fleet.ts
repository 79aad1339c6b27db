import { test as base } from '@playwright/test';
import { type Sandbox, startSandbox } from 'fleetkit';

interface Fixtures {
  /** A sandbox for one test, which answers the requests of the page to `/v1/…`. */
  readonly fleet: Sandbox;
}

/** A test with its own sandbox. The page has no API key: the route adds it, as the server of a portal does. */
export const test = base.extend<Fixtures>({
  fleet: async ({ page }, use) => {
    const fleet = await startSandbox({ port: false });
    await page.route('**/v1/**', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const headers = { 'X-API-Key': fleet.keys.usr_nw_admin ?? '' };
      const response = await fleet.fetch(`${pathname}${search}`, { method: route.request().method(), headers });
      await route.fulfill({
        status: response.status,
        contentType: response.headers.get('content-type') ?? 'application/json',
        body: Buffer.from(await response.arrayBuffer()),
      });
    });
    await use(fleet);
    await fleet.close();
  },
});

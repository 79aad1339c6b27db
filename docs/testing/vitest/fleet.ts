import { type Sandbox, startSandbox } from 'fleetkit';
import { test as base } from 'vitest';

/** A test with its own sandbox: `test('…', async ({ fleet }) => { … })`. */
export const test = base.extend<{ fleet: Sandbox }>({
  fleet: async ({}, use) => {
    const fleet = await startSandbox();
    await use(fleet);
    await fleet.close();
  },
});

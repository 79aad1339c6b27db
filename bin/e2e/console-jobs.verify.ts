import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveHttp } from '../../conformance/testing/serve.ts';
import { type Sandbox, startSandbox } from '../library/index.ts';
import { chromiumPath, enterKey, shareBrowser } from './testing/console-browser.ts';

/* The thirteen jobs of an evaluator, each done in a new tab with as few clicks as the console needs. */

interface Job {
  readonly name: string;
  /** The clicks and texts that it may need. Fewer are better, and more are a regression. */
  readonly most: number;
  readonly run: (hand: Hand) => Promise<void>;
}

/** Counts what a person does. */
class Hand {
  readonly page: Page;
  count = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async open(view: string): Promise<void> {
    await this.click('link', view, this.page.getByRole('navigation', { name: 'Views' }));
    await this.page.locator('main h1').waitFor();
  }

  async click(role: 'button' | 'link' | 'tab', name: string | RegExp, within: Pick<Page, 'getByRole'> = this.page) {
    this.count += 1;
    await within.getByRole(role, { name }).first().click();
  }

  async fill(label: string, text: string): Promise<void> {
    this.count += 1;
    await this.page.getByRole('textbox', { name: label }).first().fill(text);
  }

  async see(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }
}

const SECRET = 'whsec_c2VjcmV0IG9mIHRoZSBqb2JzIG9mIGFuIGV2YWx1YXRvcg==';

describe.skipIf(chromiumPath === undefined)('the console', () => {
  let sandbox: Sandbox;
  let receiver: Awaited<ReturnType<typeof serveHttp>>;
  const openIn = shareBrowser();
  const measured: string[] = [];

  beforeAll(async () => {
    sandbox = await startSandbox();
    receiver = await serveHttp((incoming, outgoing) => {
      incoming.resume().on('end', () => outgoing.writeHead(204).end());
    });
  });
  afterAll(async () => {
    process.stderr.write(`${measured.join('\n')}\n`);
    await receiver.close();
    await sandbox.close();
  });

  const jobs: readonly Job[] = [
    {
      name: 'see the fleet and a terminal',
      most: 1,
      run: async (hand) => {
        await hand.see('Cash in terminals');
        await hand.click('link', 'NW104310');
        await hand.see('Uptime, 30 days');
      },
    },
    {
      name: 'verified demo',
      most: 2,
      run: async (hand) => {
        await hand.click('button', 'Create an inbox');
        await hand.click('button', 'Empty cassette A');
        await hand.see(/^Verified delivery/);
      },
    },
    {
      name: 'own receiver with a library',
      most: 7,
      run: async (hand) => {
        await hand.open('Destinations');
        await hand.click('button', 'New destination');
        await hand.fill('Address', `${receiver.url}/hooks`);
        await hand.click('button', 'Create');
        const card = hand.page.locator('section, .panel', { hasText: `${receiver.url}/hooks` }).last();
        await hand.click('button', 'Show', card);
        await hand.see(/whsec_/);
        await hand.click('button', 'Test', card);
        await hand.click('button', 'Send a sample');
        await hand.see('The receiver accepted the sample.');
      },
    },
    {
      name: 'replay a delivery',
      most: 3,
      run: async (hand) => {
        await hand.open('Events & deliveries');
        await hand.click('button', /Cash out/);
        await hand.click('button', /^Replay$/);
        await hand.page.getByRole('list', { name: 'Attempts' }).getByRole('button').nth(1).waitFor();
      },
    },
    {
      name: 'why a signature does not match',
      most: 4,
      run: async (hand) => {
        await hand.open('Signatures');
        await hand.fill('Headers', 'webhook-id: evt_1\nwebhook-timestamp: 1793632000\nwebhook-signature: v1,AAAA');
        await hand.fill('Raw body', '{"a":1}');
        await hand.fill('Secret', SECRET);
        await hand.see(/does not match/);
      },
    },
    {
      name: 'move the clock',
      most: 2,
      run: async (hand) => {
        await hand.click('button', /Sandbox time/);
        await hand.click('button', '1 hour', hand.page.getByRole('dialog'));
        await hand.see(/moved|11:|12:/);
      },
    },
    {
      name: 'present a scenario',
      most: 3,
      run: async (hand) => {
        await hand.open('Scenarios');
        await hand.click('button', 'Present');
        await hand.click('button', 'Play');
        await hand.see(/^Step 1 of/);
      },
    },
    {
      name: 'browse rows, a timeline, a settlement, and open a dispute',
      most: 6,
      run: async (hand) => {
        await hand.open('Settlements');
        await hand.see('Net payout');
        await hand.open('Transactions');
        await hand.page.locator('.endless tbody tr', { hasText: 'Approved' }).first().waitFor();
        hand.count += 1;
        await hand.page.locator('.endless tbody tr', { hasText: 'Approved' }).first().locator('.cell-link').click();
        await hand.page.locator('.timeline-step').first().waitFor();
        await hand.click('button', 'Dispute it');
        await hand.click('button', 'Open the dispute');
        await hand.see('The dispute is open.');
      },
    },
    {
      name: 'read a feed',
      most: 2,
      run: async (hand) => {
        await hand.open('Feeds');
        await hand.see(/of \d+ items/);
        await hand.click('tab', 'XML');
        await hand.see(/<rss/);
      },
    },
    {
      name: 'switch the user, and compare two',
      most: 4,
      run: async (hand) => {
        await hand.click('button', /Change the user/);
        await hand.click('button', /Technician/);
        await hand.page.locator('.chip-user', { hasText: 'Technician' }).waitFor();
        await hand.open('Users & roles');
        await hand.see(/Differs/);
      },
    },
    {
      name: 'run the kit',
      most: 3,
      run: async (hand) => {
        await hand.open('Conformance');
        await hand.click('button', 'Run the kit');
        await hand.click('button', 'Start', hand.page.getByRole('dialog'));
        await hand.see('In progress');
        await hand.page.getByRole('button', { name: 'Cancel the run' }).click();
      },
    },
    {
      name: 'find out how to verify a signature',
      most: 2,
      run: async (hand) => {
        await hand.open('Signatures');
        await hand.click('tab', 'Python');
        await hand.see(/import hmac|hmac\./);
      },
    },
    {
      name: 'create a workspace and a key',
      most: 6,
      run: async (hand) => {
        await hand.open('Workspaces & keys');
        await hand.click('button', 'New workspace or fork');
        await hand.click('button', 'Create', hand.page.getByRole('dialog'));
        await hand.see('cannot show them again');
        await hand.page.keyboard.press('Escape');
        await hand.click('tab', 'Keys');
        await hand.click('button', 'Issue a key');
        await hand.click('button', /^Issue$/);
        await hand.page.getByRole('dialog', { name: 'The new key' }).waitFor();
      },
    },
  ];

  test.each(jobs)('lets an evaluator do this: $name', async ({ name, most, run }) => {
    const { page, faults } = await openIn({ url: `${sandbox.url}/` });
    await enterKey(page, sandbox.operatorToken);
    await page.locator('main h1').waitFor();
    const hand = new Hand(page);
    const startMs = performance.now();
    await run(hand);
    measured.push(`${name}: ${hand.count} clicks, ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
    expect(faults).toEqual([]);
    expect(hand.count).toBeLessThanOrEqual(most);
  });
});

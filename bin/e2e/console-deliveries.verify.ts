import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { type Sandbox, startSandbox } from '../library/index.ts';
import { checkLooks, chromiumPath, shareSignedIn, showView } from './testing/console-browser.ts';

/* Deliveries and destinations in the console. */

const ADMIN = 'sbx-northway-admin';
const PAGE = 50;

type Delivery = SandboxSchemas['Delivery'];

describe.skipIf(chromiumPath === undefined)('the console', () => {
  let sandbox: Sandbox;
  let inboxId = '';
  let handlerId = '';

  const open = shareSignedIn(() => sandbox.url);
  beforeAll(async () => {
    sandbox = await startSandbox();
    const accountId = 'acct_northway';
    const { destination: inbox } = await sandbox.destinations.add({ inbox: true, accountId });
    const handler = await send<{ destination: SandboxSchemas['Destination'] }>('POST', '/sandbox/destinations', {
      url: 'http://127.0.0.1:9/hooks',
      name: 'My handler',
    });
    inboxId = inbox.destination_id;
    handlerId = handler.destination.destination_id;
    await send('PUT', `${new URL(inbox.url ?? '').pathname}/answers`, { answers: [{ status: 500 }, { status: 200 }] });
    await sandbox.trigger('cash_out', { terminalId: 'NW104310', advance: true });
    await sandbox.clock.advance('20d');
  });
  afterAll(() => sandbox.close());

  const send = async <Reply>(method: string, path: string, body?: object): Promise<Reply> => {
    const response = await sandbox.fetch(path, {
      method,
      headers: { 'X-API-Key': ADMIN, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Reply;
  };
  const list = async (query: string): Promise<readonly Delivery[]> =>
    (await send<{ data: Delivery[] }>('GET', `/sandbox/deliveries?limit=500&${query}`)).data;

  test('lists all deliveries in pages, and filters them on the server', async () => {
    const { page } = await open(ADMIN, 'events');
    const lines = page.locator('.chain');
    const all = await list('');
    expect(all.length).toBeGreaterThan(2 * PAGE);
    const older = page.getByRole('link', { name: 'Older deliveries' });
    const end = page.getByText('These are the oldest ones.');
    const shown = older.or(end);
    let count = 0;
    for (;;) {
      await shown.waitFor();
      count += await lines.count();
      if (await end.isVisible()) break;
      const cursor = new URLSearchParams((await older.getAttribute('href'))?.split('?')[1]).get('after');
      await older.click();
      await page.waitForFunction(
        `![...document.querySelectorAll('a')].some((link) => link.href.includes(${JSON.stringify(`after=${cursor}`)}))`,
      );
    }
    expect(count).toBe(all.length);
    for (const [route, query] of [
      [`destination=${handlerId}&state=exhausted`, `destination_id=${handlerId}&state=exhausted`],
      ['status=none&type=cash_low', 'status_class=none&type=cash_low'],
      ['search=cash', 'type=cash_*'],
      [`search=${all[0]?.incident_id}`, `incident_id=${all[0]?.incident_id}`],
      ['from=2026-11-10T00:00&to=2026-11-11T00:00', 'since=2026-11-10T05:00:00Z&until=2026-11-11T05:00:00Z'],
    ]) {
      await showView(page, `events?${route}`);
      const expected = (await list(query ?? '')).length;
      expect(expected, route).toBeGreaterThan(0);
      await expect.poll(() => lines.count(), { timeout: 30_000 }).toBe(Math.min(PAGE, expected));
    }
    const { injected } = await send<SandboxSchemas['ProvokableList']>('GET', '/sandbox/causes');
    await showView(page, `events?cause=${injected[0]?.cause_id}`);
    await lines.first().waitFor();
    for (const line of await lines.allTextContents()) expect(line).toContain('NW104310');
    await page.getByLabel('Search type, terminal or id').fill('!');
    await page.getByText('Expected an event type, a terminal').waitFor();
  });

  test('shows the attempts of a delivery in order, with their durations', async () => {
    const delivery = (await list(`destination_id=${inboxId}&type=cash_out`)).at(-1);
    const tested = await open(ADMIN, `events?id=${delivery?.delivery_id}`);
    const { page } = tested;
    const attempts = page.getByRole('list', { name: 'Attempts' }).getByRole('button');
    await attempts.nth(1).waitFor();
    expect(await attempts.allTextContents()).toMatchObject([
      expect.stringContaining('Attempt 1500'),
      expect.stringMatching(/Attempt 2200 .*5\.0 s after the previous one/),
    ]);
    await attempts.first().click();
    await page.getByRole('heading', { name: 'Response' }).waitFor();
    await page.locator('.badge', { hasText: '500' }).first().waitFor();
    await checkLooks(tested);
  });

  test('replays the chosen deliveries of a filter after a preview', async () => {
    const query = `destination_id=${inboxId}&type=cash_out`;
    const before = await list(query);
    const tested = await open(ADMIN, `events?destination=${inboxId}&type=cash_out`);
    const { page } = tested;
    await page.getByRole('button', { name: 'Replay in bulk' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replay deliveries' });
    const boxes = dialog.getByRole('checkbox');
    await boxes.first().waitFor();
    expect(await boxes.count()).toBe(before.length);
    await boxes.first().uncheck();
    await checkLooks(tested);
    await dialog.getByRole('button', { name: /^Send \d+ requests?$/ }).click();
    await dialog.getByText(/^\d+ accepted, \d+ not accepted, 0 not sent\.$/).waitFor();
    const after = await list(query);
    const added = after.map(({ attempt_count: count }, index) => count - (before[index]?.attempt_count ?? 0));
    expect(added).toEqual(before.map((_, index) => (index === 0 ? 0 : 1)));
  });

  test('shows the health of destinations, edits one, and tests it with any event', async () => {
    const tested = await open(ADMIN, `destinations?id=${handlerId}`);
    const { page } = tested;
    await page.getByText(/Failures: connect refused \(\d+\)/).waitFor();
    await checkLooks(tested);
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit destination' });
    await dialog.getByLabel('Address').fill('ftp://127.0.0.1/hooks');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.locator('.field', { hasText: 'Address' }).getByRole('alert').waitFor();
    await dialog.getByLabel('Address').fill('http://127.0.0.1:9/other');
    await dialog.getByLabel('Additional request headers').fill('X-Gateway: one');
    await dialog.getByRole('button', { name: 'Add a subscription' }).click();
    await dialog.getByLabel('Only this terminal').fill('NW104233');
    await dialog.getByRole('button', { name: 'Add this subscription' }).click();
    await dialog.getByText('All events of NW104233').waitFor();
    await checkLooks(tested);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('http://127.0.0.1:9/other').waitFor();
    await page.getByRole('button', { name: 'Test' }).click();
    const test = page.getByRole('dialog', { name: 'Test' });
    await test.getByLabel('Event').selectOption('settlement_mismatch');
    await test.getByRole('button', { name: 'Send a sample' }).click();
    await test.getByText('The receiver did not answer.').waitFor();
    expect(await test.getByRole('region', { name: 'request body' }).textContent()).toContain('settlement_mismatch');
    const [sample] = await list(`destination_id=${handlerId}&origin=sample`);
    expect(sample?.type).toBe('settlement_mismatch');
    const headers = page.locator('dl[aria-label="Request headers"]');
    expect(await headers.first().textContent()).toContain('x-gateway');
  });

  test('sends a body of the user after its faults are corrected, and marks it in the list', async () => {
    const tested = await open(ADMIN, `destinations?id=${handlerId}`);
    const { page } = tested;
    await page.getByRole('button', { name: 'Test' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test' });
    await dialog.getByText('My own body').click();
    const editor = dialog.getByLabel('Body: a JSON object');
    const fault = dialog.getByRole('alert');
    const send = dialog.getByRole('button', { name: 'Send this body' });
    for (const [text, message] of [
      ['{"a": 1,\n}', 'Line 2, column 1: "}" is not expected here.'],
      ['[1]', 'this is a list.'],
      [JSON.stringify({ a: 'x'.repeat(66_000) }), 'Expected at most 64 KiB; this has 65 KiB.'],
    ] as const) {
      await editor.fill(text);
      await fault.getByText(message).waitFor();
      expect(await send.isDisabled()).toBe(true);
    }
    await checkLooks(tested);
    await editor.fill('{"own":{"text":"Zürich"}}');
    await dialog.getByRole('button', { name: 'Format' }).click();
    expect(await editor.inputValue()).toContain('\n  "own"');
    await send.click();
    await dialog.getByText('The receiver did not answer.').waitFor();
    expect(await dialog.getByRole('region', { name: 'request body' }).textContent()).toContain('Zürich');
    await checkLooks(tested);
    const [sent] = await list(`destination_id=${handlerId}&type=sandbox_user_body`);
    expect(sent).toMatchObject({ type: 'sandbox_user_body', is_test: true });
    await showView(page, `events?id=${sent?.delivery_id}`);
    await page.locator('.chain', { hasText: 'Body of a user' }).getByText('No event').waitFor();
    await checkLooks(tested);
  });

  test('subscribes to the events of the sandbox itself, and marks their deliveries', async () => {
    const tested = await open(ADMIN, 'destinations');
    const { page } = tested;
    await page.getByRole('button', { name: 'New destination' }).click();
    const dialog = page.getByRole('dialog', { name: 'New destination' });
    await dialog.getByText('Inbox in the sandbox').click();
    await dialog.getByLabel('Name').fill('Alerts');
    await dialog.getByRole('group', { name: 'Events of the sandbox itself' }).getByLabel('Destination failing').check();
    await dialog.getByText('None chosen: only those of the sandbox itself, below.').waitFor();
    await checkLooks(tested);
    await dialog.getByRole('button', { name: 'Create' }).click();
    const card = page.locator('.panel', { has: page.getByRole('heading', { name: 'Alerts' }) });
    await card.getByText('Destination failing').waitFor();
    await card.getByRole('button', { name: 'Test' }).click();
    const test = page.getByRole('dialog', { name: 'Test' });
    await test.getByRole('button', { name: 'Send a sample' }).click();
    await test.getByText('The receiver accepted the sample.').waitFor();
    await showView(page, 'events?type=sandbox_destination_failing');
    await page.locator('.chain', { hasText: 'Destination failing' }).getByText('Sandbox', { exact: true }).waitFor();
    await checkLooks(tested);
  });

  test('presents a scenario with the terminal, the signed request and the receiver, step by step', async () => {
    const tested = await open(sandbox.operatorToken, 'present?scenario=friday-cash-out');
    const { page } = tested;
    expect(await page.getByRole('navigation', { name: 'Views' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    const next = page.getByRole('button', { name: 'Next step' });
    const receiver = page.getByRole('region', { name: 'Receiver' });
    const isAnswered = async () => (await receiver.getByText('Signature verified').count()) > 0;
    for (let count = 0; count < 20 && !(await isAnswered()); count += 1) {
      const step = page.getByText(/^Step \d+ of \d+$/);
      const before = await step.textContent();
      if (await page.getByRole('button', { name: 'Play again' }).isVisible()) break;
      await next.click();
      await expect.poll(() => step.textContent(), { timeout: 60_000 }).not.toBe(before);
    }
    await receiver.getByText('Signature verified').waitFor();
    expect(await page.getByRole('region', { name: 'Terminal' }).locator('.cassette').count()).toBeGreaterThan(0);
    expect(await page.getByRole('region', { name: 'Request as it was sent' }).textContent()).toContain(
      'webhook-signature',
    );
    const map = page.getByRole('region', { name: 'Fleet by groups' });
    await map.locator('.present-dot-lit').first().waitFor();
    await checkLooks(tested);
    const step = page.getByText(/^Step \d+ of \d+$/);
    const latest = (await step.textContent()) ?? '';
    while (!/^Step 1 /.test((await step.textContent()) ?? ''))
      await page.getByRole('button', { name: 'Previous step' }).click();
    await page.getByText('sandbox time, earlier step').waitFor();
    await receiver.getByText('The answer appears here').waitFor();
    while ((await step.textContent()) !== latest) await next.click();
    await receiver.getByText('Signature verified').waitFor();
  });

  test('lists the latest step of a scenario first, with the destination of each delivery', async () => {
    const { page } = await open(sandbox.operatorToken, 'scenarios');
    await page.getByRole('button', { name: 'Step by step' }).first().click();
    const steps = page.locator('.stage-step');
    const delivery = steps.getByText('Delivery to My handler').first();
    for (let count = 1; count < 8 && !(await delivery.isVisible()); count += 1) {
      await expect.poll(() => steps.count(), { timeout: 60_000 }).toBe(count);
      expect(await steps.first().textContent()).toMatch(new RegExp(`^${count} ·`));
      await page.getByRole('button', { name: 'Next step' }).click();
    }
    await delivery.waitFor();
  });
});

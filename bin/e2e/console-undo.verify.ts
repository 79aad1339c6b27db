import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../library/index.ts';
import { checkLooks, chromiumPath, shareSignedIn } from './testing/console-browser.ts';

/* Undoing removals in the console, in a real browser. */

const ADMIN = 'sbx-northway-admin';
const URL_OF_HANDLER = 'http://127.0.0.1:9/hooks';

describe.skipIf(chromiumPath === undefined)('the console', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
    await sandbox.destinations.add({
      ...{ url: URL_OF_HANDLER, accountId: 'acct_northway', name: 'Handler', retryProfile: 'fast' },
      ...{
        types: ['cash_low', 'sandbox_destination_failing'],
        secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
      },
    });
    await sandbox.destinations.add({ inbox: true, accountId: 'acct_northway', name: 'Inbox' });
  });
  afterAll(() => sandbox.close());
  const open = shareSignedIn(() => sandbox.url);
  const findHandlers = async () => (await sandbox.destinations.list()).filter(({ name }) => name === 'Handler');

  test('registers a deleted destination again with its secret and subscriptions', async () => {
    const tested = await open(ADMIN, 'destinations');
    const { page } = tested;
    const card = page.locator('.panel', { has: page.getByRole('heading', { name: 'Handler' }) });
    const [before] = await findHandlers();
    await card.getByRole('button', { name: 'Delete' }).click();
    await card.getByRole('button', { name: 'Delete now' }).click();
    const notices = page.locator('.notices[aria-live="polite"]');
    await notices.getByText('Handler is deleted.').waitFor();
    expect(await findHandlers()).toEqual([]);
    await checkLooks(tested);
    await page.waitForTimeout(10_000);
    const undo = notices.getByRole('button', { name: 'Undo' });
    await undo.focus();
    await page.keyboard.press('Enter');
    await notices.getByText('Handler is registered again').waitFor();
    await card.waitFor();
    const [after] = await findHandlers();
    expect(after?.destination_id).not.toBe(before?.destination_id);
    const listKept = (one: typeof before) => [
      ...[one?.url, one?.account_id, one?.status, one?.retry_profile, one?.secret.fingerprint],
      one?.subscriptions.map(({ account_id, terminal_id, types, states }) => [account_id, terminal_id, types, states]),
    ];
    expect(listKept(after)).toEqual(listKept(before));
  });

  test('offers nothing for a destination that cannot be restored', async () => {
    const { page } = await open(ADMIN, 'destinations');
    const card = page.locator('.panel', { has: page.getByRole('heading', { name: 'Inbox' }) });
    await card.getByRole('button', { name: 'Delete' }).first().click();
    await card.getByRole('button', { name: 'Delete for good' }).click();
    await page.locator('.notice', { hasText: 'Inbox is deleted.' }).waitFor();
    expect(await page.locator('.notice', { hasText: 'Inbox is deleted.' }).getByText('Undo').count()).toBe(0);
  });

  test('adds a removed subscription again, from within the dialog', async () => {
    const { page } = await open(ADMIN, 'destinations');
    const subscribed = async () => (await findHandlers())[0]?.subscriptions.map(({ types }) => types);
    const before = await subscribed();
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit destination' });
    await dialog.getByRole('button', { name: /^Remove: Cash low/ }).click();
    await dialog.getByText('None: no event is sent.').waitFor();
    await dialog.locator('.notices').getByRole('button', { name: 'Undo' }).click();
    await dialog.getByRole('button', { name: /^Remove: Cash low/ }).waitFor();
    expect(await subscribed()).toEqual(before);
    await page.keyboard.press('Escape');
  });

  test('adds a removed fault rule again with the keyboard', async () => {
    const rule = { operation: 'listTransactions', probability: 0.5, effect: { type: 'delay', delay_ms: 5 } } as const;
    await sandbox.faults.add(rule);
    const { page } = await open(sandbox.operatorToken, 'faults');
    await page.getByRole('button', { name: 'Remove all' }).click();
    await page.getByRole('group', { name: 'Remove all rules?' }).getByRole('button', { name: 'Remove all' }).click();
    await page.getByText('No fault rules').waitFor();
    await page.keyboard.press('Control+z');
    await page.locator('.notice', { hasText: 'added again' }).waitFor();
    expect(await sandbox.faults.list()).toMatchObject([rule]);
    await page.keyboard.press('Control+z');
    expect(await sandbox.faults.list()).toHaveLength(1);
  });
});

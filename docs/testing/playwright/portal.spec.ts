import { expect } from '@playwright/test';
import { test } from './fleet.ts';

/** The page under test: replace it by your portal. */
const PORTAL = `<!doctype html><title>Portal</title><p role="status">…</p><script type="module">
  const response = await fetch('/v1/terminals/NW104310/status-monitoring');
  const { cash } = await response.json();
  document.querySelector('p').textContent = 'Dispenser: ' + cash.dispenser_state;
</script>`;

test('shows a cassette that runs low', async ({ page, fleet }) => {
  await page.route('http://portal.example/', (route) => route.fulfill({ contentType: 'text/html', body: PORTAL }));
  await page.goto('http://portal.example/');
  await expect(page.getByRole('status')).toHaveText('Dispenser: ok');
  await fleet.trigger('cash_low', { terminalId: 'NW104310', advance: true });
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Dispenser: attention');
});

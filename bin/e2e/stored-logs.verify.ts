import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../library/index.ts';
import { findLibrary } from './testing/built-code.ts';

/*
 * The bundle reads the incidents and happenings of the default fleets from files; the sources compute them. Both give the same
 * replies, also after triggered events and moves of the clock. `findLibrary` returns the sources if the bundle is outdated.
 */

const library = findLibrary();

const KEYS = ['usr_nw_admin', 'usr_hb_admin', 'usr_redline'];

/** Reads all that shows incidents, without the members that differ between two processes. */
async function readAll(sandbox: Sandbox): Promise<Readonly<Record<string, string>>> {
  const replies: Record<string, string> = {};
  for (const user of KEYS)
    for (const path of [
      '/v1/portal',
      '/v1/feeds/account.xml',
      '/sandbox/incidents?limit=500',
      '/sandbox/events?limit=500',
    ]) {
      const response = await sandbox.fetch(path, { headers: { 'X-API-Key': sandbox.keys[user] ?? expect.fail(user) } });
      expect([path, response.status]).toEqual([path, 200]);
      const text = await response.text();
      replies[`${user} ${path}`] = text.replaceAll(/"next_cursor":"[^"]*"/g, '').replaceAll(sandbox.url, '');
    }
  return replies;
}

const split = (text = ''): string[] => text.split(/(?<=[,>])/);

const steps: readonly (readonly [title: string, act: (sandbox: Sandbox) => Promise<unknown>])[] = [
  ['at the start', async () => undefined],
  ['after three hours', (sandbox) => sandbox.clock.advance('3h')],
  [
    'after a triggered event of a terminal',
    (sandbox) => sandbox.trigger('cash_low', { terminalId: 'NW104310', parameters: { notes_left: 60 }, advance: true }),
  ],
  [
    'after a triggered event of an account',
    (sandbox) => sandbox.trigger('approval_rate_drop', { terminalId: 'NW104310', advance: true }),
  ],
  ['two days later', (sandbox) => sandbox.clock.advance('48h')],
  ['twelve days later', (sandbox) => sandbox.clock.advance('288h')],
  ['after a reset', (sandbox) => sandbox.reset()],
];

describe.skipIf(library.endsWith('.ts'))('a sandbox of the bundle', () => {
  let stored: Sandbox;
  let computed: Sandbox;

  beforeAll(async () => {
    const bundle = (await import(pathToFileURL(library).href)) as typeof import('../library/index.ts');
    [stored, computed] = [await bundle.startSandbox({ port: false }), await startSandbox({ port: false })];
  });
  afterAll(async () => {
    await stored.close();
    await computed.close();
  });

  test.each(steps)('replies as one of the sources does: %s', async (_, act) => {
    await act(stored);
    await act(computed);
    const [found, expected] = [await readAll(stored), await readAll(computed)];
    for (const [name, text] of Object.entries(expected)) {
      expect(text.length).toBeGreaterThan(100);
      // A difference shows as one element of a list.
      if (found[name] !== text) expect([name, ...split(found[name])]).toEqual([name, ...split(text)]);
    }
  });
});

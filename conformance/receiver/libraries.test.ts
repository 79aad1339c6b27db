import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { expect, test } from 'vitest';
import { sample } from '../../base/testing/depth.ts';
import { serveHttp } from '../testing/serve.ts';
import { SCHEMES } from '../webhooks/scheme.ts';
import { probes } from './all-probes.ts';
import { checkOne, listProbeIds, SECRET, waitForClock } from './testing/check-one.ts';
import { parseEvent } from './testing/parse-event.ts';

interface LibraryEvent {
  readonly id: string;
  readonly type: string;
  readonly is_test?: boolean;
  readonly incident: { readonly incident_id: string; readonly sequence: number } | null;
}

/* Receivers that verify with the official libraries: no probe may fail. */

const libraries = [
  ['standardwebhooks', new Webhook(SECRET), SCHEMES['standard-webhooks']],
  ['svix', new SvixWebhook(SECRET), SCHEMES.svix],
  ['svix, in the scheme of the contract', new SvixWebhook(SECRET), SCHEMES['standard-webhooks']],
] as const;

test.concurrent.each(sample(libraries, 1))('a receiver on %s passes every probe', async (_, library, scheme) => {
  const seen = new Set<string>();
  const latest = new Map<string, number>();
  const isOlder = (incident: { readonly incident_id: string; readonly sequence: number } | null): boolean => {
    if (incident === null) return false;
    const before = latest.get(incident.incident_id) ?? 0;
    latest.set(incident.incident_id, Math.max(before, incident.sequence));
    return incident.sequence < before;
  };
  const target = await serveHttp(async (incoming, outgoing) => {
    if (incoming.method !== 'POST') return void outgoing.writeHead(405).end();
    const pieces: Buffer[] = [];
    try {
      for await (const piece of incoming) pieces.push(piece);
    } catch {
      return void outgoing.destroy(); // the sender closed the connection
    }
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    try {
      library.verify(Buffer.concat(pieces).toString(), headers);
    } catch {
      return void outgoing.writeHead(400).end();
    }
    const event = parseEvent<LibraryEvent>(Buffer.concat(pieces));
    if (event === undefined) return void outgoing.writeHead(400).end();
    if (event.is_test !== true && !isOlder(event.incident)) seen.add(event.id);
    outgoing.writeHead(204).end();
  });
  const result = await checkOne(target.url, { scheme, effects: async () => seen.size, wait: waitForClock });
  await target.close();
  expect(result.diagnosis).toBeUndefined();
  expect(result.probes.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
  expect(listProbeIds(result, 'pass')).toHaveLength(probes.length);
});

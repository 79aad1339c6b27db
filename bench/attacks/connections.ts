import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN, type Attack, type AttackContext, createClaim, DISPUTES, listUndisputed } from './attack.ts';
import { resolveCredential } from './credentials.ts';
import { Connection, formatSummary } from './http.ts';

/* Slow and idle connections, and writes in progress during a shutdown. */

const SLOW_LIMIT_MS = 60_000;
const WRITES = 32;
const HALF_SENT = 8;

const createDisputeRequest = (length: number, start: string): string =>
  [
    ...[
      'POST /v1/disputes HTTP/1.1',
      'Host: localhost',
      `X-API-Key: ${resolveCredential(DISPUTES)}`,
      'Content-Type: application/json',
    ],
    ...[`Content-Length: ${length}`, '', start],
  ].join('\r\n');

export const slowHeaders = createSlowAttack('i1', {
  what: 'headers',
  count: 200,
  start: () => 'GET /v1/portal HTTP/1.1\r\nHost: localhost\r\n',
  part: 'x: y\r\n',
});
export const slowBodies = createSlowAttack('i2', {
  what: 'bodies',
  count: 50,
  start: () => createDisputeRequest(5000, '{'), // the key is not known before
  part: ' ',
});

/** Sends a few bytes every two seconds until the server has closed all connections or the time is over. */
function createSlowAttack(
  id: string,
  slow: Readonly<{ what: string; count: number; start: () => string; part: string }>,
): Attack {
  return {
    id,
    title: `slow ${slow.what}: ${slow.count} connections`,
    limitMs: SLOW_LIMIT_MS + 10_000,
    run: async (context) => {
      const connections = await openAll(context, slow.count);
      for (const connection of connections) connection.send(slow.start());
      for (let ms = 0; ms < SLOW_LIMIT_MS && connections.some((one) => one.lastedMs === undefined); ms += 2000) {
        await pause(2000);
        for (const connection of connections) connection.send(slow.part);
      }
      await checkOthers(context, connections);
      const lasted = connections.flatMap((connection) => connection.lastedMs ?? []);
      const open = slow.count - lasted.length;
      if (open > 0) context.weakness(`${open} of ${slow.count} are open after ${SLOW_LIMIT_MS / 1000} s`);
      const seconds = [Math.min(...lasted), Math.max(...lasted)].map((ms) => (ms / 1000).toFixed(1));
      const statuses = new Set(connections.map((one) => one.received.slice(0, 12) || 'nothing'));
      if (lasted.length > 0)
        context.note(`closed after ${seconds.join(' to ')} s, answered ${[...statuses].join(', ')}`);
      for (const connection of connections) connection.destroy();
    },
  };
}

export const idleConnections: Attack = {
  id: 'i3',
  title: '2,000 idle connections for 20 s',
  run: async (context) => {
    const connections = await openAll(context, 2000);
    await checkOthers(context, connections);
    await pause(17_000);
    await checkOthers(context, connections);
    for (const connection of connections) connection.destroy();
  },
};

async function openAll({ host }: AttackContext, count: number): Promise<readonly Connection[]> {
  const connections = Array.from({ length: count }, () => new Connection(host.port));
  for (let ms = 0; ms < 3000 && connections.some((one) => !one.isConnected); ms += 50) await pause(50);
  return connections;
}

async function checkOthers({ send, note, weakness }: AttackContext, connections: readonly Connection[]): Promise<void> {
  const open = connections.filter((one) => one.isConnected && one.lastedMs === undefined).length;
  const answer = await send({ path: '/v1/portal', key: ADMIN, timeoutMs: 5000 });
  (answer.status === 200 ? note : weakness)(
    `while ${open} of ${connections.length} are open, another client gets ${formatSummary([answer])}`,
  );
}

/** Acknowledged ids, for the check after the restart. Only one attack runs at a time. */
let acknowledged: readonly string[] = [];

export const endDuringWrites: Attack = {
  id: 'j',
  title: `SIGTERM with ${WRITES} staggered writes and ${HALF_SENT} half-sent ones in flight`,
  run: async (context) => {
    const { send, host, note, weakness } = context;
    const bodies = (await listUndisputed(context, WRITES + HALF_SENT)).map((id) => JSON.stringify(createClaim(id)));
    const writes = bodies.slice(0, WRITES).map((body, n) => {
      const headers = { Prefer: `delay=${1 + n * 50}` }; // some complete before SIGTERM, most are in flight
      return send({ path: '/v1/disputes', key: DISPUTES, body, headers });
    });
    const halves = bodies.slice(WRITES).map((body) => ({ body, connection: new Connection(host.port) }));
    for (const { body, connection } of halves) connection.send(createDisputeRequest(body.length, body.slice(0, 20)));
    await pause(500);
    const startMs = performance.now();
    const exit = once(host.child, 'exit');
    host.child.kill('SIGTERM');
    await pause(100);
    for (const { body, connection } of halves) connection.send(body.slice(20));
    const answers = await Promise.all(writes);
    for (const { connection } of halves) await connection.settled(1000, (text) => text.includes('dsp_'));
    const [code] = await Promise.race([exit, pause(15_000, ['nothing within 15 s'])]);
    note(`ended with ${code} ${Math.round(performance.now() - startMs)} ms after SIGTERM`);
    if (code !== 0) weakness(`ends with ${code} after SIGTERM`);
    const complete = answers.filter(({ status }) => status === 201).map(({ text }) => text);
    const completeHalves = halves.map(({ connection }) => connection.received).filter((text) => /"dsp_\w+"/.test(text));
    acknowledged = [...complete, ...completeHalves].map((text) => /"dsp_\w+"/.exec(text)?.[0] ?? '');
    (complete.length === WRITES ? note : weakness)(`staggered writes: ${formatSummary(answers)}`);
    (completeHalves.length === HALF_SENT ? note : weakness)(
      `half-sent writes: ${completeHalves.length} of ${HALF_SENT} are acknowledged`,
    );
  },
  afterRestart: async ({ host, send, note, weakness }) => {
    const { text } = await send({ path: '/v1/disputes?limit=500', key: DISPUTES });
    const kept = acknowledged.filter((id) => text.includes(id)).length;
    (kept === acknowledged.length ? note : weakness)(`${kept} of ${acknowledged.length} acknowledged writes are kept`);
    note(`restart: first answer after ${Math.round(host.startMs)} ms`);
  },
};

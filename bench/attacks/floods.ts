import {
  ADMIN,
  ATTACKED_TERMINAL,
  type Attack,
  type AttackContext,
  DISPUTES,
  ELSEWHERE,
  readMember,
  readPages,
  VICTIMS,
} from './attack.ts';
import { OPERATOR_TOKEN } from './host.ts';
import { type AttackRequest, formatSummary, mapConcurrently, repeatConcurrently } from './http.ts';

/* Large numbers of valid requests. */

const READERS = [
  ...[ADMIN, DISPUTES, 'sbx-northway-ops', 'sbx-northway-finance', 'sbx-northway-tech', 'sbx-northway-audit'],
  ...['sbx-harbor-admin', 'sbx-pine-admin', 'sbx-northway-store', 'sbx-cashco-vault', 'sbx-redline-admin'],
];
const CONFIGURERS = [ADMIN, 'sbx-harbor-admin', 'sbx-pine-admin', 'sbx-redline-admin', 'sbx-blank-admin'];
const PER_USER = 110; // with the requests of the warm-up, below the limit of 120 a minute
const BODY = 'x'.repeat(64 * 1024);

export const inboxFlood = createInboxFlood('c1', 1);
export const manyInboxes = createInboxFlood('c2', 100);

function createInboxFlood(id: string, count: number): Attack {
  return {
    id,
    title: `inbox: 64 KiB bodies without a key to ${count} of them for 20 s`,
    run: async ({ send, note, weakness }) => {
      const body = { inbox: true, subscriptions: [] };
      const created = await mapConcurrently(Array.from({ length: count }), 4, () =>
        send({ path: '/sandbox/destinations', key: ADMIN, body }),
      );
      note(`inboxes: ${formatSummary(created)}`);
      const urls = created.map((answer) => readMember(answer, 'destination', 'url')).filter((url) => url !== undefined);
      const paths = urls.map((url) => new URL(String(url)).pathname);
      if (paths.length === 0) return note('there is no inbox to post to');
      const answers = await repeatConcurrently(20_000, (n) =>
        send({ path: paths[n % paths.length] ?? '', body: BODY }),
      );
      const text = `posts: ${formatSummary(answers)}`;
      (answers.some(({ status }) => status === 429) ? note : weakness)(text);
    },
  };
}

export const replyCache: Attack = {
  id: 'f',
  title: 'reply cache: long Accept values and query orders, never the same',
  run: async ({ send, note }) => {
    const query = ['limit=500', 'sort_by=amt_comp', 'sort_dir=desc'];
    const requests = READERS.flatMap((key) =>
      Array.from({ length: PER_USER }, (_, n): AttackRequest => {
        const turned = [...query.slice(n % 3), ...query.slice(0, n % 3)].join('&');
        const headers = { Accept: `application/json, ${`text/x-${n}, `.repeat(600)}*/*` };
        return { path: `/v1/transactions?${turned}`, key, headers };
      }),
    );
    const answers = await mapConcurrently(requests, 8, send);
    note(
      `${formatSummary(answers)}; ${Math.round(answers.reduce((sum, { text }) => sum + text.length, 0) / 1e6)} MB read`,
    );
  },
};

export const manyDestinations: Attack = {
  id: 'g',
  title: 'destinations: up to 600',
  run: async (context) => {
    const { send, note, weakness } = context;
    const endMs = performance.now() + 20_000;
    const answers = await mapConcurrently([...Array(600).keys()], 4, async (n) => {
      if (performance.now() > endMs) return [];
      const key = CONFIGURERS[n % CONFIGURERS.length] ?? ADMIN;
      const headers = { 'X-Filling': 'x'.repeat(2000) };
      // Half of them queue every event. The other half queue none, so that no request is sent to the public address.
      const kind = n % 2 === 0 ? { listener: true } : { url: `https://93.184.215.14/${n}`, subscriptions: [] };
      return [await send({ path: '/sandbox/destinations', key, body: { ...kind, headers } })];
    }).then((lists) => lists.flat());
    const created = answers.filter(({ status }) => status === 201);
    note(`created within 20 s: ${formatSummary(answers)}; the first 50: ${formatSummary(created.slice(0, 50))}`);
    note(`the last 50: ${formatSummary(created.slice(-50))}`);
    const perTenant = created.length / 3; // the keys belong to three tenants
    if (perTenant > 100) weakness(`${perTenant} destinations are created for each tenant; their number is not limited`);
    const moved = await send({ path: '/sandbox/clock/advance', token: OPERATOR_TOKEN, body: { by: 'P1D' } });
    note(`the operator advances by a day: ${moved.status} in ${Math.round(moved.ms)} ms`);
    await readPages(context, DISPUTES, 'afterwards');
  },
  afterRestart: async (context) => {
    context.note(`restart: first answer after ${Math.round(context.host.startMs)} ms`);
    await readPages(context, ADMIN, 'after the restart');
  },
};

export const ninetyDays = createAdvanceAttack('h1', 'P90D', { token: OPERATOR_TOKEN });
export const aYear = createAdvanceAttack('h2', 'P365D', { token: OPERATOR_TOKEN });
export const ninetyDaysByTenant = createAdvanceAttack('h3', 'P90D', { key: ADMIN });

function createAdvanceAttack(id: string, by: string, who: Pick<AttackRequest, 'token' | 'key'>): Attack {
  return {
    id,
    title: `clock: ${who.key === undefined ? 'the operator' : 'an administrator of a tenant'} advances by ${by}`,
    run: async (context) => {
      const moved = await context.send({ path: '/sandbox/clock/advance', ...who, body: { by } });
      context.note(`advance: ${moved.status} in ${Math.round(moved.ms)} ms`);
      if (moved.status !== 200) return;
      for (const key of [ADMIN, ...VICTIMS]) await readPages(context, key, 'afterwards');
    },
  };
}

export const operatorGuesses = createGuessAttack('d1', 'the operator token', (n) => ({
  path: '/sandbox/clock',
  token: `guess-${n}`,
}));
export const operatorGuessesForwarded = createGuessAttack(
  'd2',
  'the operator token, with a new X-Forwarded-For each time',
  (n) => ({
    path: '/sandbox/clock',
    token: `guess-${n}`,
    headers: { 'X-Forwarded-For': `198.51.100.${n % 250}` },
  }),
);
export const workspaceGuesses = createGuessAttack('d5', 'keys and base paths of unknown workspaces', (n) => {
  const name = String(n).padStart(12, '0');
  const key = `sbx-ws-${name}-00000000-${'0'.repeat(32)}`;
  return n % 2 === 0 ? { path: '/v1/portal', key } : { path: `/w/ws_${name}/v1/public/branding-status` };
});
export const keyGuesses = createGuessAttack('d3', 'API keys', (n) => ({ path: '/v1/portal', key: `sbx-guess-${n}` }));

function createGuessAttack(id: string, what: string, make: (n: number) => AttackRequest): Attack {
  return {
    id,
    title: `8 s of guesses of ${what}`,
    run: async (context) => {
      const answers = await repeatConcurrently(8000, (n) => context.send(make(n)));
      const judged = answers.filter(({ status }) => status === 401).length;
      context.note(formatSummary(answers));
      if (judged > 1000) context.weakness(`${judged} guesses are judged in 8 s`);
      await checkLockout(context);
    },
  };
}

export const anonymousReads: Attack = {
  id: 'd4',
  title: '125 anonymous reads, then the operator and a user',
  run: async (context) => {
    const path = '/v1/public/branding-status';
    context.note(
      `anonymous reads: ${formatSummary(await mapConcurrently(Array.from({ length: 125 }), 4, () => context.send({ path })))}`,
    );
    const { status } = await context.send({ path, from: ELSEWHERE });
    if (status !== 200) context.weakness(`an anonymous reader at another address gets ${status}`);
    await checkLockout(context);
  },
};

/** Checks whether valid credentials still work, from the attacker's address and from another one. */
async function checkLockout({ send, note, weakness }: AttackContext): Promise<void> {
  for (const from of ['127.0.0.1', ELSEWHERE]) {
    const operator = await send({ path: '/sandbox/clock', token: OPERATOR_TOKEN, from });
    const user = await send({ path: `/v1/locations/${ATTACKED_TERMINAL}`, key: ADMIN, from });
    const text = `from ${from} (the guesses: 127.0.0.1) the operator gets ${operator.status}, a user ${user.status}`;
    (operator.status === 200 && user.status === 200 ? note : weakness)(text);
  }
}

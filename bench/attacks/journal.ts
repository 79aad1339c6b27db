import {
  ADMIN,
  ATTACKED_TERMINAL,
  type Attack,
  type AttackContext,
  createClaim,
  DISPUTES,
  listUndisputed,
  readMember,
  readPages,
} from './attack.ts';
import { OPERATOR_TOKEN } from './host.ts';
import type { AttackResponse } from './http.ts';

/*
 * A tenant imports forged journals. Each contains facts of a real export with one change, and is followed by reads of the
 * same tenant.
 */

const MB = 2 ** 20;
const MINUTE_MS = 60_000;

type Fields = Readonly<Record<string, unknown>>;

export const endlessFlapping: Attack = {
  id: 'b1',
  title: 'journal: line_flapping, 3,600 changes an hour, as far into the future as is accepted',
  run: async (context) => {
    const fact = await triggerAndReadFact(context, {
      event_type: 'communication_flapping',
      terminal_id: ATTACKED_TERMINAL,
    });
    for (const year of [255_000, 9999, 2286, 2106, 2036, 2028]) {
      const atMs = Number(readMember(fact, 'content', 'cause', 'atMs'));
      const untilMs = atMs + Math.floor((Date.UTC(year, 0) - atMs) / MINUTE_MS) * MINUTE_MS;
      const changed = changeContent(fact, 'cause', { changesPerHour: 3600, untilMs });
      const answer = await importFacts(context, [[changed]]);
      expectRefusal(context, answer, `until the year ${year}`);
      if (answer.status !== 200) continue;
      await readPages(context, ADMIN, 'right after');
      await advance(context, 'PT2H');
      return readPages(context, ADMIN, 'two hours later');
    }
  },
};

export const manyCuts: Attack = {
  id: 'b2',
  title: 'journal: 10,000 line_cut and line_restored',
  run: async (context) => {
    const cause = { event_type: 'heartbeat_stale', terminal_id: ATTACKED_TERMINAL };
    const facts = [
      await triggerAndReadFact(context, cause),
      await triggerAndReadFact(context, { ...cause, resolve: true }),
    ];
    await advance(context, 'PT3H');
    const entries = Array.from({ length: 10_000 }, (_, n) => {
      const fact = facts[n % 2] ?? '';
      const atMs = Number(readMember(fact, 'content', 'cause', 'atMs')) + n * 1000;
      const causeId = `cau_${String(n).padStart(26, '0')}`;
      return [{ ...changeContent(fact, 'cause', { atMs, causeId }), at: new Date(atMs - 1000).toISOString() }];
    });
    context.note(`import: ${formatOutcome(await importFacts(context, entries))}`);
    await readPages(context, ADMIN, 'right after');
    await advance(context, 'PT2H');
    await readPages(context, ADMIN, 'two hours later');
  },
};

export const brokenDispute: Attack = {
  id: 'b3',
  title: 'journal: disputes with impossible dates and amounts',
  run: async (context) => {
    const [id = ''] = await listUndisputed(context, 1);
    await context.send({ path: '/v1/disputes', key: DISPUTES, body: createClaim(id) });
    const fact = await readLatestFact(context);
    const changes: readonly Fields[] = [
      ...[{ dueDate: '9999-99-99' }, { dueDate: '2026-02-30' }, { openedAtMs: 9e15 }, { amountCents: 1e300 }],
      ...[{ amountCents: -1 }, { description: '\ud800' }, { regE: { provisionalCreditBy: '9999-99-99' } }],
    ];
    for (const change of changes) {
      const answer = await importFacts(context, [[changeContent(fact, 'dispute', change)]]);
      expectRefusal(context, answer, JSON.stringify(change));
      if (answer.status === 200) await readPages(context, ADMIN, `with ${JSON.stringify(change)}`);
    }
  },
};

export const foldedImport: Attack = {
  id: 'b4',
  title: 'journal: 60 + 60 facts, then export and import',
  run: async (context) => {
    const fact = JSON.parse(
      await triggerAndReadFact(context, { event_type: 'heartbeat_stale', terminal_id: ATTACKED_TERMINAL }),
    );
    const sixty = Array.from({ length: 60 }, () => fact);
    const imported = await importFacts(context, [sixty, sixty]);
    const exported = await context.send({ path: '/sandbox/journal', key: ADMIN });
    const again = await context.send({ path: '/sandbox/journal', key: ADMIN, body: exported.text });
    const text = `import ${formatOutcome(imported)}, export ${exported.status}, import of the export ${again.status}`;
    (imported.status === 200 && again.status !== 200 ? context.weakness : context.note)(text);
  },
};

export const hugeDocuments: Attack = {
  id: 'b5',
  title: 'journal: deep and huge documents',
  run: async (context) => {
    const empty = (await context.send({ path: '/sandbox/journal', key: ADMIN })).text;
    const fact = { type: 'cause-injected', at: '2026-11-02T15:00:00Z', content: {} };
    const one = JSON.stringify({ ...JSON.parse(empty), entries: [{ tenant_id: 'acct_northway', facts: [fact] }] });
    const withContent = (content: string): string => one.replace('"content":{}', `"content":{${content}}`);
    const withEntries = (count: number): string => empty.replace('[]', `[${'{},'.repeat(count)}{}]`);
    const members = Array.from({ length: 500_000 }, (_, n) => `"m${n}":1`).join();
    const documents: Readonly<Record<string, string>> = {
      'a member __proto__': withContent('"__proto__":{"cause":{}}'),
      '500,000 members': withContent(members),
      'a text of 8 MB': withContent(`"a":"${'x'.repeat(8 * MB - 500)}"`),
      '3 million numbers': withContent(`"a":[${'1,'.repeat(3 * MB)}1]`),
      '4 million levels': withContent(`"a":${'['.repeat(3.9 * MB)}${']'.repeat(3.9 * MB)}`),
      '9 MB': withContent(`"a":"${'x'.repeat(9 * MB)}"`),
      '10,000 empty entries': withEntries(9999),
      '10,001 entries': withEntries(10_000),
      'a million entries': withEntries(MB),
    };
    for (const [name, body] of Object.entries(documents)) {
      const answer = await context.send({ path: '/sandbox/journal', key: ADMIN, body });
      context.row({ document: name, answer: formatOutcome(answer), ms: Math.round(answer.ms) });
      if (answer.status < 400 || answer.ms > 1000)
        context.weakness(`${name}: ${formatOutcome(answer)} in ${Math.round(answer.ms)} ms`);
    }
    await readPages(context, ADMIN, 'after all of them');
  },
};

/** Triggers an event and returns the resulting fact of the export, as JSON. */
async function triggerAndReadFact(context: AttackContext, cause: Fields): Promise<string> {
  await context.send({ path: '/sandbox/causes', key: ADMIN, body: cause });
  return readLatestFact(context);
}

async function readLatestFact({ send }: AttackContext): Promise<string> {
  const entries = readMember(await send({ path: '/sandbox/journal', key: ADMIN }), 'entries');
  return JSON.stringify(Array.isArray(entries) ? (entries.at(-1)?.facts[0] ?? {}) : {});
}

/** Returns the fact with changed values in one member of its content. */
function changeContent(fact: string, name: string, change: Fields): Fields {
  const { content = {}, ...rest } = JSON.parse(fact);
  return { ...rest, content: { ...content, [name]: { ...content[name], ...change } } };
}

async function importFacts({ send }: AttackContext, entries: readonly (readonly Fields[])[]): Promise<AttackResponse> {
  const { text } = await send({ path: '/sandbox/journal', key: ADMIN });
  const document = {
    ...Object(readMember(text)),
    entries: entries.map((facts) => ({ tenant_id: 'acct_northway', facts })),
  };
  return send({ path: '/sandbox/journal', key: ADMIN, body: document });
}

async function advance({ send, note }: AttackContext, by: string): Promise<void> {
  const moved = await send({ path: '/sandbox/clock/advance', token: OPERATOR_TOKEN, body: { by } });
  note(`the operator advances by ${by}: ${moved.status} in ${Math.round(moved.ms)} ms`);
}

function expectRefusal({ note, weakness }: AttackContext, answer: AttackResponse, what: string): void {
  const isRefused = answer.status >= 400 && answer.status < 500;
  (isRefused ? note : weakness)(`${what} is ${isRefused ? '' : 'not '}refused: ${formatOutcome(answer)}`);
}

const formatOutcome = (answer: AttackResponse): string =>
  [answer.status || 'no answer', readMember(answer, 'errors', 0, 'pointer'), readMember(answer, 'errors', 0, 'code')]
    .filter((part) => part !== undefined)
    .join(' ');

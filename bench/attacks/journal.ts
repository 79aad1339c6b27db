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
  run: async (arena) => {
    const fact = await triggerAndReadFact(arena, {
      event_type: 'communication_flapping',
      terminal_id: ATTACKED_TERMINAL,
    });
    for (const year of [255_000, 9999, 2286, 2106, 2036, 2028]) {
      const atMs = Number(readMember(fact, 'content', 'cause', 'atMs'));
      const untilMs = atMs + Math.floor((Date.UTC(year, 0) - atMs) / MINUTE_MS) * MINUTE_MS;
      const changed = changeContent(fact, 'cause', { changesPerHour: 3600, untilMs });
      const answer = await importFacts(arena, [[changed]]);
      expectRefusal(arena, answer, `until the year ${year}`);
      if (answer.status !== 200) continue;
      await readPages(arena, ADMIN, 'right after');
      await advance(arena, 'PT2H');
      return readPages(arena, ADMIN, 'two hours later');
    }
  },
};

export const manyCuts: Attack = {
  id: 'b2',
  title: 'journal: 10,000 line_cut and line_restored',
  run: async (arena) => {
    const cause = { event_type: 'heartbeat_stale', terminal_id: ATTACKED_TERMINAL };
    const facts = [
      await triggerAndReadFact(arena, cause),
      await triggerAndReadFact(arena, { ...cause, resolve: true }),
    ];
    await advance(arena, 'PT3H');
    const entries = Array.from({ length: 10_000 }, (_, n) => {
      const fact = facts[n % 2] ?? '';
      const atMs = Number(readMember(fact, 'content', 'cause', 'atMs')) + n * 1000;
      const causeId = `cau_${String(n).padStart(26, '0')}`;
      return [{ ...changeContent(fact, 'cause', { atMs, causeId }), at: new Date(atMs - 1000).toISOString() }];
    });
    arena.note(`import: ${formatOutcome(await importFacts(arena, entries))}`);
    await readPages(arena, ADMIN, 'right after');
    await advance(arena, 'PT2H');
    await readPages(arena, ADMIN, 'two hours later');
  },
};

export const brokenDispute: Attack = {
  id: 'b3',
  title: 'journal: disputes with impossible dates and amounts',
  run: async (arena) => {
    const [id = ''] = await listUndisputed(arena, 1);
    await arena.ask({ path: '/v1/disputes', key: DISPUTES, body: createClaim(id) });
    const fact = await readLatestFact(arena);
    const changes: readonly Fields[] = [
      ...[{ dueDate: '9999-99-99' }, { dueDate: '2026-02-30' }, { openedAtMs: 9e15 }, { amountCents: 1e300 }],
      ...[{ amountCents: -1 }, { description: '\ud800' }, { regE: { provisionalCreditBy: '9999-99-99' } }],
    ];
    for (const change of changes) {
      const answer = await importFacts(arena, [[changeContent(fact, 'dispute', change)]]);
      expectRefusal(arena, answer, JSON.stringify(change));
      if (answer.status === 200) await readPages(arena, ADMIN, `with ${JSON.stringify(change)}`);
    }
  },
};

export const foldedImport: Attack = {
  id: 'b4',
  title: 'journal: 60 + 60 facts, then export and import',
  run: async (arena) => {
    const fact = JSON.parse(
      await triggerAndReadFact(arena, { event_type: 'heartbeat_stale', terminal_id: ATTACKED_TERMINAL }),
    );
    const sixty = Array.from({ length: 60 }, () => fact);
    const imported = await importFacts(arena, [sixty, sixty]);
    const exported = await arena.ask({ path: '/sandbox/journal', key: ADMIN });
    const again = await arena.ask({ path: '/sandbox/journal', key: ADMIN, body: exported.text });
    const text = `import ${formatOutcome(imported)}, export ${exported.status}, import of the export ${again.status}`;
    (imported.status === 200 && again.status !== 200 ? arena.weakness : arena.note)(text);
  },
};

export const hugeDocuments: Attack = {
  id: 'b5',
  title: 'journal: deep and huge documents',
  run: async (arena) => {
    const empty = (await arena.ask({ path: '/sandbox/journal', key: ADMIN })).text;
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
      const answer = await arena.ask({ path: '/sandbox/journal', key: ADMIN, body });
      arena.row({ document: name, answer: formatOutcome(answer), ms: Math.round(answer.ms) });
      if (answer.status < 400 || answer.ms > 1000)
        arena.weakness(`${name}: ${formatOutcome(answer)} in ${Math.round(answer.ms)} ms`);
    }
    await readPages(arena, ADMIN, 'after all of them');
  },
};

/** Triggers an event and returns the resulting fact of the export, as JSON. */
async function triggerAndReadFact(arena: AttackContext, cause: Fields): Promise<string> {
  await arena.ask({ path: '/sandbox/causes', key: ADMIN, body: cause });
  return readLatestFact(arena);
}

async function readLatestFact({ ask }: AttackContext): Promise<string> {
  const entries = readMember(await ask({ path: '/sandbox/journal', key: ADMIN }), 'entries');
  return JSON.stringify(Array.isArray(entries) ? (entries.at(-1)?.facts[0] ?? {}) : {});
}

/** Returns the fact with changed values in one member of its content. */
function changeContent(fact: string, name: string, change: Fields): Fields {
  const { content = {}, ...rest } = JSON.parse(fact);
  return { ...rest, content: { ...content, [name]: { ...content[name], ...change } } };
}

async function importFacts({ ask }: AttackContext, entries: readonly (readonly Fields[])[]): Promise<AttackResponse> {
  const { text } = await ask({ path: '/sandbox/journal', key: ADMIN });
  const document = {
    ...Object(readMember(text)),
    entries: entries.map((facts) => ({ tenant_id: 'acct_northway', facts })),
  };
  return ask({ path: '/sandbox/journal', key: ADMIN, body: document });
}

async function advance({ ask, note }: AttackContext, by: string): Promise<void> {
  const moved = await ask({ path: '/sandbox/clock/advance', token: OPERATOR_TOKEN, body: { by } });
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

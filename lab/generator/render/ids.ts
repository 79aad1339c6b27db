import type { Choices } from '../dimensions/index.ts';
import type { EntityKind } from '../model/types.ts';
import { createRandom, hashText } from '../random.ts';

/** Gives external ids to entities. */
export interface Ids {
  /** Returns the external id as text, as it occurs in paths and parameters. */
  text(kind: EntityKind, key: string): string;
  /** Returns whether bodies show the ids of `kind` as JSON numbers. */
  isNumeric(kind: EntityKind): boolean;
}

const NOUNS: Partial<Record<EntityKind, string>> = { terminal: 'ATM', transaction: 'TX', connector: 'Link' };

function pickStyle(kind: EntityKind, choices: Choices): string {
  if (kind === 'terminal') return choices.terminalIds;
  if (kind === 'transaction') return choices.transactionIds;
  if (kind === 'connector') return choices.connectorIds;
  return choices.otherIds;
}

/** Writes `number` with letters whose case matters: neighbors differ only in case. */
function writeMixedCase(number: number): string {
  const alphabet = 'aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ';
  let rest = number;
  let text = '';
  for (let at = 0; at < 4; at += 1) {
    text = `${alphabet[rest % alphabet.length]}${text}`;
    rest = Math.floor(rest / alphabet.length);
  }
  return `q${text}`;
}

function writeId(kind: EntityKind, number: number, style: string): string {
  const noun = NOUNS[kind] ?? kind;
  switch (style) {
    case 'uuid': {
      const random = createRandom(`id ${kind} ${number}`);
      const draw = (length: number) => Array.from({ length }, () => '0123456789abcdef'[random.integer(0, 15)]).join('');
      return `${draw(8)}-${draw(4)}-4${draw(3)}-b${draw(3)}-${draw(12)}`;
    }
    case 'digits':
      return String(100_000 + number * 7);
    case 'short':
      return String(number);
    case 'padded':
      return String(number).padStart(4, '0');
    case 'number':
      return String(5000 + number);
    case 'spaces':
      return `${noun} ${number}`;
    case 'slash':
      return `US/${noun}/${number}`;
    case 'other-script':
      return `端末-Ü${number}`;
    case 'urn':
      return `urn:fleet:${kind}:${number}`;
    case 'dotted':
      return `1.${number}.${number % 3}`;
    case 'mixed-case':
      return writeMixedCase(number);
    case 'long':
      return `${kind}-${'0123456789abcdef'.repeat(6)}-${String(number).padStart(8, '0')}`;
    case 'punctuation':
      return `n+${number}&x=1;#(${number})?`;
    case 'sixteen-digits':
      return `90${String(hashText(kind) % 1000).padStart(3, '0')}${String(number * 7919 + 11).padStart(11, '0')}`;
    case 'dot-xml':
      return `${kind}${number}.xml`;
    case 'huge-number':
      return `91${String(number * 7919 + 11).padStart(17, '0')}`;
    case 'percent':
      return `50%25-${number}`;
    default:
      return `${kind}-${String(number).padStart(4, '0')}`;
  }
}

/** Creates the ids of a shape. Keys look like `account-2/terminal-13`. */
export function createIds(choices: Choices): Ids {
  const tenantCount = Number(choices.tenants);
  const cache = new Map<string, string>();
  const write = (kind: EntityKind, key: string): string => {
    const numbers = key.match(/\d+/g)?.map(Number) ?? [0];
    const tenant = numbers[0] ?? 0;
    const index = numbers.at(-1) ?? 0;
    const isGlobal = choices.idUniqueness === 'global' && kind !== 'account';
    const number = isGlobal ? (index - 1) * tenantCount + tenant : index;
    const style = pickStyle(kind, choices);
    // The first part is the id of nothing: that of a terminal would name it to users from whom it is hidden.
    if (style === 'composite') return `H${tenant}:${number}`;
    return writeId(kind, number, style);
  };
  return {
    text: (kind, key) => {
      const slot = `${kind} ${key}`;
      const known = cache.get(slot);
      if (known !== undefined) return known;
      const text = write(kind, key);
      cache.set(slot, text);
      return text;
    },
    isNumeric: (kind) => ['number', 'huge-number'].includes(pickStyle(kind, choices)),
  };
}

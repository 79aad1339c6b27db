import { type Look, reason } from './look.ts';
import { likeness, wordsOf } from './words.ts';

/** Finds bodies that the published document describes for the two writes. They are sent only with permission to write. */
export function findBodies(look: Look): void {
  for (const [operation, slot] of [
    ['deriveSettlements', 'writes.derive_settlements_body'],
    ['createDispute', 'writes.create_dispute_body'],
  ] as const) {
    const body = look.document.bodyFor(operation);
    if (body === undefined) continue;
    const support = [reason('document', 'the published document describes it')];
    const value = Object.fromEntries(withPlaceholders(body));
    const isAboutOne = operation !== 'createDispute' || JSON.stringify(value).includes('{transaction_id}');
    look.note(slot, { value, confidence: isAboutOne ? 'likely' : 'guess', support });
  }
}

/** What is called a transaction becomes the place for one. */
const withPlaceholders = (body: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(body).map(([name, value]): [string, unknown] => {
    if (typeof value === 'string' && likeness(wordsOf(name), ['transaction']) > 0) return [name, '{transaction_id}'];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [name, value];
    return [name, Object.fromEntries(withPlaceholders({ ...value }))];
  });

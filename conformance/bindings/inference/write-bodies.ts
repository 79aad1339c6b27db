import { createEvidence, type InferenceState } from './inference-state.ts';
import { scoreLikeness, splitWords } from './synonyms.ts';

/** Binds bodies for the two writes from the published document. The kit sends them only with --allow-writes. */
export function bindWriteBodies(state: InferenceState): void {
  for (const [operation, slot] of [
    ['deriveSettlements', 'writes.derive_settlements_body'],
    ['createDispute', 'writes.create_dispute_body'],
  ] as const) {
    const body = state.document.createExampleBody(operation);
    if (body === undefined) continue;
    const support = [createEvidence('document', 'an example or schema in the published document')];
    const value = Object.fromEntries(insertPlaceholders(body));
    const isAboutOne = operation !== 'createDispute' || JSON.stringify(value).includes('{transaction_id}');
    state.bind(slot, { value, confidence: isAboutOne ? 'likely' : 'guess', evidence: support });
  }
}

/** Replaces the values of members named like a transaction with a placeholder. */
const insertPlaceholders = (body: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(body).map(([name, value]): [string, unknown] => {
    if (typeof value === 'string' && scoreLikeness(splitWords(name), ['transaction']) > 0)
      return [name, '{transaction_id}'];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [name, value];
    return [name, Object.fromEntries(insertPlaceholders({ ...value }))];
  });

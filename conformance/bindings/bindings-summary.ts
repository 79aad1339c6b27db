import { type ContractChoice, usualContract } from '../engine/check-cases.ts';
import { safeText } from '../engine/exchange-record.ts';
import type { BindingsSummary } from '../engine/result.ts';
import type { Redactor } from '../http/redaction.ts';
import { type Bindings, inWords, missingFrom } from './bindings.ts';
import { SLOTS } from './slots.ts';

/** Converts bindings to redacted plain data for reports. */
export function summaryOfBindings(
  bindings: Bindings,
  chosen: ContractChoice | undefined,
  redact: Redactor,
): BindingsSummary {
  const { origin, entries } = bindings;
  const contract = chosen ?? usualContract(bindings);
  const isOwn = origin === 'builtin';
  return {
    origin,
    contract: typeof contract === 'string' ? contract : 'file',
    found: (isOwn ? [] : SLOTS).flatMap((name) => {
      const entry = entries[name];
      if (entry === undefined) return [];
      return {
        name,
        value: safeText(inWords(entry.value), redact),
        confidence: entry.confidence,
        from: [...new Set(entry.support.map(({ from }) => from))],
        evidence: entry.support.map(({ evidence }) => safeText(evidence, redact)),
      };
    }),
    missing: isOwn ? [] : missingFrom(entries),
  };
}

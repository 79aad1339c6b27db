import type { Redactor } from '../http/redaction.ts';
import { type Bindings, formatBindingValue, listMissingSlots } from '../slots/bindings.ts';
import { SLOTS } from '../slots/slots.ts';
import { type ContractChoice, chooseContract } from './check-cases.ts';
import { redactText } from './results/exchange-record.ts';
import type { BindingsSummary } from './results/result.ts';

/** Converts bindings to redacted plain data for reports. */
export function summarizeBindings(
  bindings: Bindings,
  chosen: ContractChoice | undefined,
  redact: Redactor,
): BindingsSummary {
  const { origin, entries } = bindings;
  const contract = chosen ?? chooseContract(bindings);
  const isOwn = origin === 'builtin';
  return {
    origin,
    contract: typeof contract === 'string' ? contract : 'file',
    found: (isOwn ? [] : SLOTS).flatMap((name) => {
      const entry = entries[name];
      if (entry === undefined) return [];
      return {
        name,
        value: redactText(formatBindingValue(entry.value), redact),
        confidence: entry.confidence,
        from: [...new Set(entry.evidence.map(({ source: from }) => from))],
        evidence: entry.evidence.map(({ observation: evidence }) => redactText(evidence, redact)),
      };
    }),
    missing: isOwn ? [] : listMissingSlots(entries),
  };
}

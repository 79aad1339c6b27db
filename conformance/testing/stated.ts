/** Returns the entry of a binding as a config states it. */
export const stated = <Value>(value: Value) =>
  ({
    value,
    confidence: 'certain',
    evidence: [{ source: 'config', observation: 'stated', assumedRules: [] }],
  }) as const;

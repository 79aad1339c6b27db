const YES = /^(true|yes|y|ja|j|oui|o|s[ií]|s|1|allowed|granted|permitted|enabled|on)$/i;
const NO = /^(false|no|n|nein|non|não|nao|0|denied|forbidden|not[ _-]?allowed|disabled|off)$/i;

/** Returns the value of a flag: a boolean, or a text or number that means yes or no (`Y`, `nein`, `1`); `undefined` for others. */
export function toFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  if (YES.test(text)) return true;
  return NO.test(text) ? false : undefined;
}

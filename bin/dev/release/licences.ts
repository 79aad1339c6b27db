/** Licences that permit any use with a notice. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);

/** Returns whether an SPDX expression of names, `AND`, `OR` and parentheses permits any use with a notice. */
export function isPermissive(expression: string): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const readOr = (): boolean => {
    let result = readAnd();
    while (tokens[at] === 'OR') {
      at++;
      result = readAnd() || result;
    }
    return result;
  };
  const readAnd = (): boolean => {
    let result = readOne();
    while (tokens[at] === 'AND') {
      at++;
      result = readOne() && result;
    }
    return result;
  };
  const readOne = (): boolean => {
    const token = tokens[at++] ?? '';
    if (token !== '(') return PERMISSIVE.has(token);
    const result = readOr();
    return tokens[at++] === ')' && result;
  };
  return readOr() && at === tokens.length;
}

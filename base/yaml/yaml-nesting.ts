import { Lexer } from 'yaml';
import { MAX_NESTING } from '../nesting/nesting.ts';

/**
 * Whether YAML has collections in brackets, or sequences on one line, in more than `MAX_NESTING` levels. Its parser is recursive
 * and may fail at them. Levels by indentation need too many characters to matter.
 *
 * @example
 * if (isYamlNestedTooDeep(text)) throw new Error(TOO_DEEP);
 */
export function isYamlNestedTooDeep(text: string): boolean {
  let brackets = 0;
  let indicators = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') brackets += 1;
    else if (token === ']' || token === '}') brackets -= 1;
    else if (token === '-' || token === '?') indicators += 1;
    else if (token === '\n' || token === '\r\n') indicators = 0;
    if (brackets + indicators > MAX_NESTING) return true;
  }
  return false;
}

/** The problem of such a document. */
export const TOO_DEEP = `nested too deep: expected at most ${MAX_NESTING} levels`;

import { chmodSync, existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** A variable in a file of settings, as `.env` files have them. */
export interface SecretPlace {
  readonly path: string;
  readonly name: string;
}

const DEFAULT_NAME = 'WEBHOOK_SECRET';

/** Reads `PATH` or `PATH:NAME`. */
export function secretPlaceFrom(text: string): SecretPlace | undefined {
  const [, path = text, name = DEFAULT_NAME] = /^(.+):([A-Za-z_][A-Za-z0-9_]*)$/s.exec(text) ?? [];
  return path === '' ? undefined : { path, name };
}

/** Writes the secret where it was asked for, for its user alone; what else is in the file stays. Throws as `node:fs` does. */
export function writeSecret({ path, name }: SecretPlace, secret: string): void {
  const target = existsSync(path) ? realpathSync(path) : path; // a link stays one
  const before = existsSync(target) ? readFileSync(target, 'utf8') : '';
  const draft = `${target}.${process.pid}.draft`;
  try {
    writeFileSync(draft, withVariable(before, name, secret), { mode: 0o600, flag: 'wx' });
    renameSync(draft, target);
    chmodSync(target, 0o600);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Matches an assignment, or any other line. An assignment is split into what stands before the name, the name, a quoted
 * value, which may span lines, and the rest of the line, which begins with the value if that is not quoted.
 */
const PIECES =
  /^([ \t]*(?:export[ \t]+)?)([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*=(?:[ \t]*("(?:\\[\s\S]|[^"\\])*"|'[^']*'|`[^`]*`)(?=[ \t]*(?:#|$)))?([^\r\n]*)$|^[^\r\n]*$/gm;

/** Returns the text with `NAME=value` in place of each older value, or at its end. The value must not need quotes. */
export function withVariable(text: string, name: string, value: string): string {
  let isThere = false;
  const replaced = text.replace(
    PIECES,
    (piece: string, before = '', found: string | undefined, quoted: string | undefined, rest = '') => {
      if (found !== name) return piece;
      isThere = true;
      return `${before}${found}=${value}${quoted === undefined ? endingOf(rest) : rest}`;
    },
  );
  if (isThere) return replaced;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text}${text === '' || text.endsWith('\n') ? '' : newline}${name}=${value}${newline}`;
}

/** Returns what follows an unquoted value on its line: spaces and a comment. */
function endingOf(rest: string): string {
  const [value = ''] = rest.split('#', 1);
  return rest.slice(value.trimEnd().length);
}

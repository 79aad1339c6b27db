import { chmodSync, existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** A variable in a `.env` file. */
export interface SecretLocation {
  readonly path: string;
  readonly name: string;
}

const DEFAULT_NAME = 'WEBHOOK_SECRET';

/** Parses `PATH` or `PATH:NAME`. */
export function parseSecretLocation(text: string): SecretLocation | undefined {
  const [, path = text, name = DEFAULT_NAME] = /^(.+):([A-Za-z_][A-Za-z0-9_]*)$/s.exec(text) ?? [];
  return path === '' ? undefined : { path, name };
}

/** Writes the secret to the file, readable by this user only, and keeps the other lines. Throws errors of `node:fs`. */
export function writeSecret({ path, name }: SecretLocation, secret: string): void {
  const target = existsSync(path) ? realpathSync(path) : path; // keep a symbolic link
  const before = existsSync(target) ? readFileSync(target, 'utf8') : '';
  const draft = `${target}.${process.pid}.draft`;
  try {
    writeFileSync(draft, setVariable(before, name, secret), { mode: 0o600, flag: 'wx' });
    renameSync(draft, target);
    chmodSync(target, 0o600);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Matches an assignment, or any other line. Groups of an assignment: text before the name, the name, a quoted value (which
 * may span lines), and the rest of the line, which starts with an unquoted value.
 */
const LINES =
  /^([ \t]*(?:export[ \t]+)?)([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*=(?:[ \t]*("(?:\\[\s\S]|[^"\\])*"|'[^']*'|`[^`]*`)(?=[ \t]*(?:#|$)))?([^\r\n]*)$|^[^\r\n]*$/gm;

/** Returns the text with each assignment of `NAME` replaced, or `NAME=value` appended. The value must not need quotes. */
export function setVariable(text: string, name: string, value: string): string {
  let isPresent = false;
  const replaced = text.replace(LINES, (piece: string, ...groups: readonly (string | undefined)[]) => {
    const [before = '', found, quoted, rest = ''] = groups;
    if (found !== name) return piece;
    isPresent = true;
    return `${before}${found}=${value}${quoted === undefined ? readLineEnd(rest) : rest}`;
  });
  if (isPresent) return replaced;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text}${text === '' || text.endsWith('\n') ? '' : newline}${name}=${value}${newline}`;
}

/** Returns the text after an unquoted value on its line: spaces and a comment. */
function readLineEnd(rest: string): string {
  const [value = ''] = rest.split('#', 1);
  return rest.slice(value.trimEnd().length);
}

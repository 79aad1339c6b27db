import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './refusal.ts';

/**
 * Returns the version to release. Throws a `Refusal` unless the checkout at `root` has no changes, no tag of this version, the
 * same version in the lock file, and a section of the changelog for it.
 */
export function checkPreconditions(root: string): string {
  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const changed = git('status', '--porcelain').split('\n').filter(Boolean);
  if (changed.length > 0)
    throw new Refusal(
      `the checkout has ${changed.length} changed or untracked files, such as ${changed[0]?.slice(3)}; a release contains exactly a commit: commit or remove them`,
    );
  const { version } = JSON.parse(read('package.json')) as { readonly version: string }; // npm requires it
  const locked = JSON.parse(read('package-lock.json')) as { readonly version: string };
  if (locked.version !== version)
    throw new Refusal(
      `package-lock.json has the version ${locked.version} and package.json ${version}; run npm install --package-lock-only`,
    );
  if (git('tag', '--list', `v${version}`).trim() !== '')
    throw new Refusal(
      `the tag v${version} exists already; a version is released once: raise the version in package.json`,
    );
  checkChangelog(existsSync(join(root, 'CHANGELOG.md')) ? read('CHANGELOG.md') : '', version);
  return version;
}

/** Throws a `Refusal` unless the latest section of a changelog is that of `version`, has a date and text, and nothing is unreleased. */
export function checkChangelog(text: string, version: string): void {
  const sections = text.split(/^## /m).slice(1);
  const [unreleased, latest] = sections[0]?.startsWith('[Unreleased]') ? sections : ['', sections[0]];
  const [heading = '', ...lines] = (latest ?? '').split('\n');
  const [, named, date] = /^\[(.+)\] - (\d{4}-\d{2}-\d{2})$/.exec(heading) ?? [];
  if (named !== version || date === undefined)
    throw new Refusal(
      `the latest section of CHANGELOG.md is "${heading}"; expected "[${version}] - YYYY-MM-DD": move the text of [Unreleased] into it`,
    );
  if (!isEmpty(unreleased?.split('\n').slice(1) ?? []))
    throw new Refusal(`CHANGELOG.md has text under [Unreleased]; move it into the section [${version}]`);
  if (isEmpty(lines)) throw new Refusal(`the section [${version}] of CHANGELOG.md is empty; describe the changes`);
}

const isEmpty = (lines: readonly string[]): boolean => lines.every((line) => line.trim() === '');

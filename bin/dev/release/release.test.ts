import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type BillOfMaterials, completeBill } from './bill-of-materials.ts';
import { isPermissive } from './licences.ts';
import { checkChangelog, checkPreconditions } from './preconditions.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-release-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const GOOD = '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-02\n\n### Added\n\n- A\n';

describe('the changelog', () => {
  test('may be released with a dated section and nothing unreleased', () => {
    expect(() => checkChangelog(GOOD, '1.2.3')).not.toThrow();
    expect(() => checkChangelog(GOOD.replace('## [Unreleased]\n\n', ''), '1.2.3')).not.toThrow();
  });

  test.each([
    [
      'of another version',
      GOOD.replace('1.2.3', '1.2.2'),
      'the latest section of CHANGELOG.md is "[1.2.2] - 2026-11-02"',
    ],
    ['without a date', GOOD.replace(' - 2026-11-02', ''), 'expected "[1.2.3] - YYYY-MM-DD"'],
    ['with unreleased text', GOOD.replace('[Unreleased]\n', '[Unreleased]\n\n- B\n'), 'text under [Unreleased]'],
    ['with an empty section', GOOD.replace('### Added\n\n- A\n', ''), 'is empty'],
    ['without sections', '# Changelog\n', 'expected "[1.2.3] - YYYY-MM-DD"'],
  ])('is refused %s', (_, text, message) => {
    expect(() => checkChangelog(text, '1.2.3')).toThrow(message);
  });
});

describe('the checkout', () => {
  /** Makes a repository with one commit. */
  function createCheckout(name: string, lockVersion = '1.2.3'): string {
    const root = join(folder, name);
    mkdirSync(root);
    writeFileSync(join(root, 'package.json'), '{ "version": "1.2.3" }');
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ version: lockVersion }));
    writeFileSync(join(root, 'CHANGELOG.md'), GOOD);
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
    git('init', '--quiet');
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--no-verify', '--message', 'a');
    return root;
  }

  test('may be released without changes', () => {
    expect(checkPreconditions(createCheckout('clean'))).toBe('1.2.3');
  });

  test('is refused with an untracked file', () => {
    const root = createCheckout('changed');
    writeFileSync(join(root, 'new.txt'), '');
    expect(() => checkPreconditions(root)).toThrow('1 changed or untracked files, such as new.txt');
  });

  test('is refused if the version has a tag', () => {
    const root = createCheckout('tagged');
    execFileSync('git', ['tag', 'v1.2.3'], { cwd: root });
    expect(() => checkPreconditions(root)).toThrow('the tag v1.2.3 exists already');
  });

  test('is refused if the lock file has another version', () => {
    expect(() => checkPreconditions(createCheckout('locked', '1.2.2'))).toThrow('has the version 1.2.2');
  });
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND GPL-3.0-only', false],
  ['MIT AND (GPL-3.0-only OR ISC)', true],
  ['GPL-3.0-only OR MIT AND AGPL-3.0-only', false],
  ['GPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE', false],
  ['MIT)', false],
  ['', false],
])('the licence %s is permissive: %s', (expression, expected) => {
  expect(isPermissive(expression)).toBe(expected);
});

describe('the bill of materials', () => {
  const home = join(folder, 'bill');
  mkdirSync(join(home, 'node_modules/old'), { recursive: true });
  writeFileSync(join(home, 'node_modules/old/package.json'), '{ "licenses": [{ "type": "MIT" }] }');
  writeFileSync(
    join(home, 'node_modules/.package-lock.json'),
    '{ "packages": { "node_modules/old": { "version": "1.0.0" } } }',
  );

  const createBill = (...names: readonly string[]): BillOfMaterials => ({
    metadata: { component: { name: 'bill', version: '1.2.3' } },
    components: names.map((name) => ({
      'bom-ref': `${name}@1.0.0`,
      type: 'library',
      name,
      version: '1.0.0',
      scope: 'required',
      purl: `pkg:npm/${name}@1.0.0`,
      properties: [],
    })),
  });

  test('gets licences in the old form, and the packages in the pages', () => {
    const bill = createBill('old');
    completeBill(bill, home, [{ name: '@scope/page', version: '2.0.0', license: 'ISC' }]);
    expect(bill.metadata.component.name).toBe('fleetkit');
    expect(bill.components.map(({ purl, licenses }) => [purl, licenses])).toEqual([
      ['pkg:npm/old@1.0.0', [{ license: { id: 'MIT' } }]],
      ['pkg:npm/%40scope/page@2.0.0', [{ license: { id: 'ISC' } }]],
    ]);
  });

  test('is refused if it lacks an installed package', () => {
    expect(() => completeBill(createBill(), home, [])).toThrow('lacks installed packages, such as old@1.0.0');
  });

  test('is refused with a licence that is not permissive', () => {
    const bundled = [{ name: 'page', version: '2.0.0', license: 'GPL-3.0-only' }];
    expect(() => completeBill(createBill('old'), home, bundled)).toThrow('page@2.0.0 (GPL-3.0-only)');
  });
});

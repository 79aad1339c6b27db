import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { joinLicences, listBundledPackages } from './bundled-packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-bundled-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a package and returns the path of its module. */
function writePackage(name: string, licenceFile: string | undefined): string {
  const home = join(folder, 'node_modules', name);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name, version: '1.2.3', license: 'MIT', main: 'x.js' }));
  if (licenceFile !== undefined) writeFileSync(join(home, licenceFile), `Licence of ${name}\n`);
  return join(home, 'lib/x.js');
}

test('lists each package once, and no own modules', () => {
  const modules = ['/src/main.ts', writePackage('b', 'LICENSE'), writePackage('@scope/a', 'LICENSE.txt')];
  expect(listBundledPackages([...modules, ...modules])).toEqual([
    { name: '@scope/a', version: '1.2.3', license: 'MIT' },
    { name: 'b', version: '1.2.3', license: 'MIT' },
  ]);
  expect(joinLicences(modules)).toBe('@scope/a\n\nLicence of @scope/a\n\n\nb\n\nLicence of b\n');
});

test('rejects a package without a licence file', () => {
  expect(() => joinLicences([writePackage('c', undefined)])).toThrow('node_modules/c has no file LICENSE');
});

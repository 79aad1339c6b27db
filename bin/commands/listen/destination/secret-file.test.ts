import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestFolder } from '../testing/listener.ts';
import { parseSecretLocation, setVariable, writeSecret } from './secret-file.ts';

const SECRET = 'whsec_c2FtcGxlIHNlY3JldCBvZiAzMiBieXRlcywgcmVhZCE=';

describe('parseSecretLocation', () => {
  test.each([
    ['.env', { path: '.env', name: 'WEBHOOK_SECRET' }],
    ['config/.env:HOOK_KEY', { path: 'config/.env', name: 'HOOK_KEY' }],
    ['C:\\work\\.env', { path: 'C:\\work\\.env', name: 'WEBHOOK_SECRET' }],
    ['C:\\work\\.env:K', { path: 'C:\\work\\.env', name: 'K' }],
  ])('parses %s', (text, place) => {
    expect(parseSecretLocation(text)).toEqual(place);
  });

  test('returns undefined for an empty text', () => {
    expect(parseSecretLocation('')).toBeUndefined();
  });
});

describe('setVariable', () => {
  test.each([
    ['', `K=${SECRET}\n`],
    ['A=1', `A=1\nK=${SECRET}\n`],
    ['A=1\r\n', `A=1\r\nK=${SECRET}\r\n`],
    ['A=1\nK=old\nB=2\n', `A=1\nK=${SECRET}\nB=2\n`],
    ['export K = "old" # ours\n', `export K=${SECRET} # ours\n`],
    ['K="two\nlines"\nB=2\n', `K=${SECRET}\nB=2\n`],
    ["A='K=inside\nK=too'\n", `A='K=inside\nK=too'\nK=${SECRET}\n`],
    ['# K=none\nKK=1\n', `# K=none\nKK=1\nK=${SECRET}\n`],
    ['K=\nB=2', `K=${SECRET}\nB=2`],
  ])('changes %j to %j', (before, after) => {
    expect(setVariable(before, 'K', SECRET)).toBe(after);
  });

  test('keeps all other variables of any file', () => {
    const value = fc.oneof(
      fc.stringMatching(/^[a-z0-9./:+-]{0,12}$/),
      fc.stringMatching(/^"[a-z #='\n]{0,12}"$/),
      fc.stringMatching(/^'[a-z #="\n]{0,12}'$/),
    );
    const line = fc.oneof(
      fc.tuple(fc.constantFrom('A', 'B', 'K', 'KK'), value).map(([name, text]) => `${name}=${text}`),
      fc.constantFrom('', '# a remark', 'export C=3'),
    );
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('', '\n'), (lines, end) => {
        const text = `${lines.join('\n')}${end}`;
        const { K: _old, ...others } = parseEnv(text);
        expect(parseEnv(setVariable(text, 'K', SECRET))).toEqual({ ...others, K: SECRET });
      }),
    );
  });
});

test('writes the secret readable by its user only, through a link, and replaces it', () => {
  const folder = createTestFolder();
  const [path, link] = [join(folder, '.env'), join(folder, 'link')];
  writeFileSync(path, 'A=1\n', { mode: 0o644 });
  symlinkSync(path, link);
  writeSecret({ path: link, name: 'K' }, 'whsec_one');
  writeSecret({ path: link, name: 'K' }, SECRET);
  expect(readFileSync(path, 'utf8')).toBe(`A=1\nK=${SECRET}\n`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(() => writeSecret({ path: join(folder, 'none', '.env'), name: 'K' }, SECRET)).toThrow('ENOENT');
});

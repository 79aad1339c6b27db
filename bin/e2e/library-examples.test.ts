import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import * as kit from '../../conformance/index.ts';
import { ROOT } from '../dev/test-documents.ts';
import * as sandbox from '../library/index.ts';

/** Returns the file that declares each name that a module exports. */
function findDeclarations(module: string): ReadonlyMap<string, string> {
  const exported = readFileSync(join(ROOT, module), 'utf8').matchAll(/^export \{([^}]*)\} from '([^']+)'/gm);
  return new Map(
    [...exported].flatMap(([, names = '', file = '']) =>
      names.split(',').map((name) => [name.trim(), join(dirname(module), file)] as const),
    ),
  );
}

test.each([
  ['bin/library/index.ts', sandbox, 1],
  ['conformance/index.ts', kit, 40],
] as const)('each function of %s has an example', (module, members, atLeast) => {
  const declarations = findDeclarations(module);
  const functions = Object.entries(members).filter(
    ([, member]) => typeof member === 'function' && !String(member).startsWith('class'),
  );
  expect(functions.length).toBeGreaterThanOrEqual(atLeast);
  const missing = functions.flatMap(([name]) => {
    const file = declarations.get(name) ?? module;
    const [before = ''] = readFileSync(join(ROOT, file), 'utf8').split(
      new RegExp(`^export (?:async )?(?:function|const) ${name}\\b`, 'm'),
    );
    const comment = before.slice(before.lastIndexOf('/**'));
    return comment.includes('@example') ? [] : [`${name} in ${file}`];
  });
  expect(missing, 'add an @example to the comment of each').toEqual([]);
});

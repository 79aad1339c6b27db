import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { documents } from '../dev/test-documents.ts';

/** Commands that run until they are stopped, unless an option ends them. */
const ENDLESS =
  /\bnpm start\b|\bfleetkit (?:serve|demo|listen|deliveries watch|events watch)\b(?!.* --(?:help|exit-after|count|timeout)\b)|receiver\.(?:mjs|py)\b|\bgo run\b/;

test('a block of commands has no command before its last one that runs until it is stopped', () => {
  const shell = documents.flatMap(({ path, fences }) =>
    fences.filter(({ language }) => language === 'sh').map(({ lines }) => ({ path, lines })),
  );
  const found = shell.flatMap(({ path, lines }) => {
    const commands = lines.join('\n').replaceAll('\\\n', '').split('\n');
    return commands
      .slice(0, -1)
      .filter((line) => ENDLESS.test(line) && !line.trimEnd().endsWith('&'))
      .map((line) => `${path}: ${line}`);
  });
  expect(shell.length).toBeGreaterThan(50);
  expect(found).toEqual([]);
});

test('the README names the command that shows webhooks first', () => {
  expect(documents.find(({ path }) => path === 'README.md')?.names).toContain('npx fleetkit demo');
});

test('the package has no script that users of npm must approve', () => {
  const names = Object.keys(packageJson.scripts);
  expect(names.filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name))).toEqual([]);
});

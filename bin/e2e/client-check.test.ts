import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TASKS } from '../../conformance/client/core/tasks.ts';
import { lessons } from '../../conformance/client/lessons/index.ts';
import { runFleetkit } from './testing/run-cli.ts';

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/checking-a-client.md'), 'utf8');

describe('the guide', () => {
  test('lists each lesson with its level, its right conduct and its rule', () => {
    const rows = GUIDE.split('\n').filter((line) => /^\| `[a-z]+\/[a-z-]+` \|/.test(line));
    expect(rows).toEqual(
      lessons.map(
        ({ id, level, title, right, rule }) => `| \`${id}\` | ${level} | ${title}. ${right} | ${rule.source} |`,
      ),
    );
  });

  test('lists each task', () => {
    expect(GUIDE.match(/(?<=^\| `)[a-z]+_[a-z_]+(?=` \|)/gm)).toEqual(TASKS);
  });
});

describe('fleetkit client check exits 2 for', () => {
  test.each([
    [['--only', 'conduct/wait-second', '--', 'true'], 'did you mean conduct/wait-seconds?'],
    [['--tasks', 'no-such-file.yaml', '--', 'true'], 'the file "no-such-file.yaml" cannot be read'],
    [['--observe', '--tasks', 'a.yaml', '--', 'true'], '--observe runs the program without tasks'],
    [['--format', 'junitt', '--', 'true'], 'did you mean junit?'],
    [[], 'no program given'],
    [['--only', 'completeness/pages', '--', 'no-such-program-7'], 'no-such-program-7 cannot be started: ENOENT.'],
  ])('%j', async (args, message) => {
    const { code, stderr } = await runFleetkit(['client', 'check', ...args]);
    expect([code, stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(message)]);
  });
});

test('a failed lesson exits 1, and no report contains the key', { timeout: 60_000 }, async () => {
  const program = `fetch(process.env.FLEETKIT_URL + '/v1/locations?key=' + process.env.FLEETKIT_KEY, { headers: { 'X-API-Key': process.env.FLEETKIT_KEY } })
    .then((response) => response.text()).then(() => { console.error(process.env.FLEETKIT_KEY); console.log('{"terminal_ids":["' + process.env.FLEETKIT_KEY + '"]}') })`;
  const only = ['--only', 'completeness/pages,conduct/key-in-header,conduct/key-in-output'];
  for (const format of ['text', 'html', 'json', 'junit']) {
    const args = ['client', 'check', ...only, '--format', format, '--', process.execPath, '-e', program];
    const { code, stdout } = await runFleetkit(args);
    expect(code).toBe(1);
    expect(stdout).toContain('completeness/pages'.replace('/', format === 'junit' ? '.' : '/'));
    expect(stdout).toContain('key=***');
    expect(stdout).not.toMatch(/sbx-[a-z0-9]{20}/);
  }
});

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSignatureHeaders, parseSecret, type Secret } from '../../server/delivery/signing/signer.ts';

/* The programs that verify a signature, which the console and the documents show, if their languages are installed. */

const folder = join(import.meta.dirname, '../../docs/receivers');

const LANGUAGES = [
  {
    name: 'TypeScript',
    tool: [process.execPath, '--version'],
    command: [process.execPath, 'verify-typescript/verify.ts'],
  },
  { name: 'Python', tool: ['python3', '--version'], command: ['python3', 'verify-python/verify.py'] },
  { name: 'Go', tool: ['go', 'version'], command: ['go', 'run', 'verify-go/verify.go'] },
  { name: 'Java', tool: ['javac', '--version'], command: ['java', 'verify-java/Verify.java'] },
  { name: 'PHP', tool: ['php', '--version'], command: ['php', 'verify-php/verify.php'] },
] as const;

const SECRETS = [
  'whsec_YSBtYWRlLXVwIHNlY3JldCBvZiB0aGlydHktdHdvIGI=',
  'whsec_YW5vdGhlciBtYWRlLXVwIHNlY3JldCwgMzIgYnl0ZXM=',
];
const BODY = '{"id":"evt_1","place":"Café","note":"\\u00e9 \\/"}\r\n';
const now = Math.floor(Date.now() / 1000);

const parse = (text: string | undefined): Secret => parseSecret(text ?? '') as Secret; // the texts above are valid

const sign = (timestampSeconds: number, secrets: readonly Secret[]) =>
  createSignatureHeaders({ id: 'evt_1', timestampSeconds, body: BODY, secrets });

const CASES = [
  { name: 'accepts a delivery', headers: sign(now, [parse(SECRETS[0])]), body: BODY, output: 'valid\n' },
  {
    name: 'accepts a second signature',
    headers: sign(now, [parse(SECRETS[1]), parse(SECRETS[0])]),
    body: BODY,
    output: 'valid\n',
  },
  { name: 'rejects other bytes', headers: sign(now, [parse(SECRETS[0])]), body: BODY.trim(), output: 'not valid\n' },
  { name: 'rejects another secret', headers: sign(now, [parse(SECRETS[1])]), body: BODY, output: 'not valid\n' },
  {
    name: 'rejects an old timestamp',
    headers: sign(now - 3600, [parse(SECRETS[0])]),
    body: BODY,
    output: 'not valid\n',
  },
];

const isInstalled = ([command, ...given]: readonly [string, ...string[]]): boolean =>
  spawnSync(command, given).status === 0;

describe.each(LANGUAGES)('the program in $name', ({ tool, command: [command, ...given] }) => {
  test.skipIf(!isInstalled(tool)).each(CASES)('$name', ({ headers, body, output }) => {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
    const result = spawnSync(command, [...given, id, timestamp, signature], {
      cwd: folder,
      input: body,
      env: { ...process.env, WEBHOOK_SECRET: SECRETS[0], GO111MODULE: 'off' },
    });
    expect(result.stderr.toString().replaceAll(/.*Warning.*\n/g, '')).toBe('');
    expect(result.stdout.toString()).toBe(output);
  });
});

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleCovering } from '../../../base/testing/depth.ts';
import { LANGUAGES } from './sample-languages.ts';
import { readRequest, type SampleRequest } from './sample-request.ts';

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const SERVER = 'http://127.0.0.1:4400';

/** A body with the characters that each language treats in its own way. */
const AWKWARD: SampleRequest = {
  method: 'POST',
  url: `${SERVER}/v1/notes`,
  credential: { header: 'X-API-Key', prefix: '', variable: 'FLEETKIT_KEY' },
  body: { text: `it's "true", null \\ and \`code\` $HOME \${x} é\n`, flags: [true, false, null], number: -1.5 },
  reply: 'json',
};

const requests: readonly SampleRequest[] = [
  ...['openapi', 'sandbox'].flatMap((name) => {
    const url = new URL(`../../../spec/generated/${name}.json`, import.meta.url);
    const contract = JSON.parse(readFileSync(url, 'utf8')) as Contract; // generated and committed
    return Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => readRequest(contract, { path, method, server: SERVER })),
    );
  }),
].filter((request) => request !== undefined);

const all = [...requests, AWKWARD];
const write = (language: string, written: readonly SampleRequest[] = all): readonly string[] => {
  const { write: writeSample } = LANGUAGES.find(({ name }) => name === language) ?? {};
  return written.map((request) => writeSample?.(request) ?? '');
};
const hasProgram = (name: string, option: string): boolean => spawnSync(name, [option]).status === 0;

/** The headers that a request needs, with the values of the variables below. */
const listHeaders = ({ credential, body }: SampleRequest): Readonly<Record<string, string>> => ({
  ...(credential === undefined ? {} : { [credential.header]: `${credential.prefix}secret` }),
  ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
});

const VARIABLES = { FLEETKIT_KEY: 'secret', FLEETKIT_OPERATOR_TOKEN: 'secret' };

test('reads every operation of both contracts, with placeholders, credentials and the first example', () => {
  expect(requests.length).toBeGreaterThan(80);
  expect(requests.filter(({ url }) => url.includes('{'))).toEqual([]);
  expect(requests.find(({ url }) => url.endsWith('/v1/locations/TERMINAL_ID'))).toMatchObject({
    method: 'GET',
    credential: { variable: 'FLEETKIT_KEY' },
    body: undefined,
    reply: 'json',
  });
  expect(requests.find(({ url }) => url.endsWith('/v1/public/branding-status'))?.credential).toBeUndefined();
  expect(requests.find(({ url }) => url.endsWith('/v1/feeds/account.xml'))?.reply).toBe('text');
  expect(requests.find(({ url }) => url.endsWith('/sandbox/activity'))?.reply).toBe('stream');
  expect(requests.find(({ url }) => url.endsWith('/sandbox/clock/advance'))).toMatchObject({
    credential: { variable: 'FLEETKIT_OPERATOR_TOKEN' },
    body: { by: 'PT2H30M' },
  });
});

test('reads no request from a webhook', () => {
  const contract = { webhooks: { onCashLow: { post: {} } }, paths: {} };
  expect(readRequest(contract, { path: 'onCashLow', method: 'post', server: SERVER })).toBeUndefined();
});

describe('samples of every operation', () => {
  test('in TypeScript send the request', async () => {
    for (const [index, sample] of write('TypeScript').entries()) {
      const sent: { url: string; options: RequestInit }[] = [];
      const call = async (url: string, options: RequestInit = {}) => {
        sent.push({ url, options });
        return { ok: true, json: () => '{}', text: () => '', body: ['part'] };
      };
      const parameters = ['fetch', 'process', 'console'];
      const run = new Function(...parameters, `return (async () => {${stripTypeScriptTypes(sample)}\n})()`);
      await run(call, { env: VARIABLES, stdout: { write: () => true } }, { log: () => undefined });
      const request = all[index] as SampleRequest; // one sample for each
      const [{ url, options } = { url: '', options: {} as RequestInit }] = sent;
      expect({ url, method: options.method ?? 'GET', headers: options.headers ?? {} }).toEqual({
        url: request.url,
        method: request.method,
        headers: listHeaders(request),
      });
      expect(options.body === undefined ? undefined : JSON.parse(String(options.body))).toEqual(request.body);
    }
  });

  test('in curl send the request', () => {
    const define = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; printf '\\0'; }`;
    const output = execFileSync('sh', ['-c', [define, ...write('curl')].join('\n')], {
      env: VARIABLES,
      encoding: 'utf8',
    });
    const calls = output.split('\0\0').slice(0, -1);
    for (const [index, request] of all.entries()) {
      const words = calls[index]?.split('\0') ?? [];
      const valuesOf = (option: string) => words.filter((_, place) => words[place - 1] === option);
      expect(words).toContain(request.url);
      expect(valuesOf('-X')).toEqual(request.method === 'GET' ? [] : [request.method]);
      expect(valuesOf('-H')).toEqual(Object.entries(listHeaders(request)).map(([name, value]) => `${name}: ${value}`));
      expect(valuesOf('-d').map((body) => JSON.parse(body))).toEqual(request.body === undefined ? [] : [request.body]);
    }
  });

  test.skipIf(!hasProgram('python3', '--version'))('in Python send the request', () => {
    const program = `
import io, json, sys, urllib.request
sent = []
def urlopen(request):
    sent.append([request.full_url, request.get_method(), dict(request.header_items()), None if request.data is None else json.loads(request.data)])
    return io.BytesIO(b"{}")
urllib.request.urlopen = urlopen
samples, real = json.load(sys.stdin), sys.stdout
sys.stdout = io.StringIO()
for sample in samples:
    exec(compile(sample, "sample", "exec"), {})
json.dump(sent, real)`;
    const output = execFileSync('python3', ['-c', program], {
      input: JSON.stringify(write('Python')),
      env: { ...process.env, ...VARIABLES },
      encoding: 'utf8',
    });
    const expected = all.map((request) => {
      // urllib changes the case of names.
      const headers = Object.entries(listHeaders(request)).map(([name, value]): [string, string] => [
        name.charAt(0) + name.slice(1).toLowerCase(),
        value,
      ]);
      return [request.url, request.method, Object.fromEntries(headers), request.body ?? null];
    });
    expect(JSON.parse(output)).toEqual(expected);
  });

  test.skipIf(!hasProgram('javac', '-version'))('in Java compile', () => {
    const folder = mkdtempSync(join(tmpdir(), 'samples-'));
    try {
      const forms = sampleCovering([AWKWARD, ...requests], ({ method, credential, body }) => [
        `${method} ${credential?.variable} ${body === undefined}`,
      ]);
      const samples = write('Java', forms);
      const [imports = ''] = samples[0]?.split('\nclass ') ?? [];
      const classes = samples.map((sample, index) => `class Sample${index}${sample.split('class Sample')[1]}`);
      const file = join(folder, 'Samples.java');
      writeFileSync(file, [imports, ...classes].join('\n'));
      const { status, stderr } = spawnSync('javac', ['-proc:none', '-d', folder, file], { encoding: 'utf8' });
      expect(stderr).toBe('');
      expect(status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('in Go have balanced brackets and no open text', () => {
    for (const sample of write('Go')) {
      const rest = sample.replaceAll(/`[^`]*`|"(?:[^"\\]|\\.)*"/g, '');
      expect(rest).not.toMatch(/["`]/);
      for (const [open, close] of ['()', '{}'])
        expect(rest.split(open ?? '').length).toBe(rest.split(close ?? '').length);
    }
  });
});

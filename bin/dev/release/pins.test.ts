import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PinSources, pinReferences } from './pins.ts';
import { Refusal } from './refusal.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-pins-'));
const COMMIT = 'c'.repeat(40);
const DIGEST = `sha256:${'d'.repeat(64)}`;

const ACTION_FILE = `runs:
  steps:
    - uses: actions/setup-node@v5
      with: { node-version: '24' }
    - name: upload
      uses: github/codeql-action/upload-sarif@v4 # of the report
    - uses: actions/checkout@${'a'.repeat(40)} # v4
    - uses: ./local
`;
const DOCKERFILE = 'ARG NODE_IMAGE=node:24.21.0-bookworm-slim\nFROM $NODE_IMAGE AS build\nFROM $NODE_IMAGE\n';
const COMPOSE = `services:
  own:
    image: fleetkit
  proxy:
    image: caddy:2.10.2-alpine
  other:
    image: registry.example/team/fleetkit:0.1.0
`;

/* A registry and an API on loopback. */
let server: Server;
let sources: PinSources;
let requests: string[];
let reply: (request: IncomingMessage, response: ServerResponse) => void;
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    reply(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
  sources = { fetch: globalThis.fetch, actions: url, images: url };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const answerAll = ({ url = '', headers }: IncomingMessage, response: ServerResponse): void => {
  if (url.startsWith('/repos/')) response.end(`${COMMIT}\n`);
  else if (url.startsWith('/token?'))
    response.end(JSON.stringify({ token: new URLSearchParams(url.slice(7)).get('scope') }));
  else {
    const [, repository] = /^\/v2\/(.+)\/manifests\//.exec(url) ?? [];
    const scope = `repository:${repository}:pull`;
    if (headers.authorization === `Bearer ${scope}`) response.setHeader('Docker-Content-Digest', DIGEST).end();
    else
      response
        .writeHead(401, {
          'WWW-Authenticate': `Bearer realm="${sources.images}/token",service="registry",scope="${scope}"`,
        })
        .end();
  }
};

let root: string;
let count = 0;
beforeEach(() => {
  count += 1;
  requests = [];
  reply = answerAll;
  root = join(folder, `${count}`);
  mkdirSync(join(root, 'deploy', 'kubernetes'), { recursive: true });
  writeFileSync(join(root, 'action.yml'), ACTION_FILE);
  writeFileSync(join(root, 'Dockerfile'), DOCKERFILE);
  writeFileSync(join(root, 'deploy', 'compose.yaml'), COMPOSE);
});
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

test('replaces tags by commits and digests, keeps the tags for readers, and requests each once', async () => {
  writeFileSync(join(root, 'deploy', 'kubernetes', 'proxy.yaml'), 'image: caddy:2.10.2-alpine\n');
  expect(await pinReferences(root, sources)).toEqual([
    ...['Dockerfile', 'action.yml', 'deploy/compose.yaml', 'deploy/kubernetes/proxy.yaml'],
  ]);
  expect(read('action.yml')).toBe(
    ACTION_FILE.replace('setup-node@v5', `setup-node@${COMMIT} # v5`).replace(
      'upload-sarif@v4 # of the report',
      `upload-sarif@${COMMIT} # v4`,
    ),
  );
  expect(read('Dockerfile')).toBe(DOCKERFILE.replace('-slim\n', `-slim@${DIGEST}\n`));
  expect(read('deploy/compose.yaml')).toBe(COMPOSE.replace('-alpine', `-alpine@${DIGEST}`));
  expect(requests.filter((one) => one.startsWith('HEAD')).toSorted()).toEqual([
    ...['HEAD /v2/library/caddy/manifests/2.10.2-alpine', 'HEAD /v2/library/caddy/manifests/2.10.2-alpine'],
    ...[
      'HEAD /v2/library/node/manifests/24.21.0-bookworm-slim',
      'HEAD /v2/library/node/manifests/24.21.0-bookworm-slim',
    ],
  ]); // each without and with a token
  expect(requests.filter((one) => one.startsWith('GET /repos')).toSorted()).toEqual([
    'GET /repos/actions/setup-node/commits/v5',
    'GET /repos/github/codeql-action/commits/v4',
  ]);
});

test('changes nothing, and sends no request, where all are pinned', async () => {
  await pinReferences(root, sources);
  requests = [];
  const before = read('action.yml');
  expect(await pinReferences(root, sources)).toEqual([]);
  expect([read('action.yml'), requests]).toEqual([before, []]);
});

describe('a tag that cannot be resolved', () => {
  test.each<[string, typeof reply, RegExp]>([
    ['is unknown', (_, response) => response.writeHead(404).end(), /cannot be resolved: received status 404/],
    ['has a reply of another form', (_, response) => response.end('<html>'), /received (<html>|no digest)/],
    ['needs a token that is not issued', (_, response) => response.writeHead(401).end(), /status 401/],
    ['gets no reply', (request) => request.destroy(), /no response from 127\.0\.0\.1:\d+: /],
  ])('refuses the release and writes no file: it %s', async (_, answer, message) => {
    reply = (request, response) =>
      request.url?.includes('caddy') ? answer(request, response) : answerAll(request, response);
    await expect(pinReferences(root, sources)).rejects.toThrow(message);
    reply = (request, response) =>
      request.url?.includes('codeql') ? answer(request, response) : answerAll(request, response);
    await expect(pinReferences(root, sources)).rejects.toBeInstanceOf(Refusal);
    expect([read('action.yml'), read('Dockerfile'), read('deploy/compose.yaml')]).toEqual([
      ...[ACTION_FILE, DOCKERFILE, COMPOSE],
    ]);
  });
});

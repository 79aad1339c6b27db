import http2 from 'node:http2';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { createSelfSignedCertificate } from '../../testing/certificate.ts';
import { startForwarder } from '../testing/raw-upstream.ts';
import type { ForwarderOptions } from './forwarder.ts';

const VALIDITY = { from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 86_400_000) };
const server = createSelfSignedCertificate(VALIDITY);
const client = createSelfSignedCertificate(VALIDITY);

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function listen(upstream: Server): Promise<URL> {
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  open.push(() => upstream.close());
  return new URL(`https://127.0.0.1:${(upstream.address() as AddressInfo).port}`); // listens on TCP
}

async function get(upstream: URL, tls: NonNullable<ForwarderOptions['tls']>) {
  const proxy = await startForwarder(upstream, { tls });
  open.push(proxy.close);
  const answer = await fetch(`${proxy.url}/v1/portal`);
  return { status: answer.status, text: await answer.text(), by: answer.headers.get('Proxy-Status') };
}

test.each([
  ['an authority of the user', { ca: server.cert }, { status: 200, text: 'yes' }],
  ['no verification', { isUnchecked: true }, { status: 200, text: 'yes' }],
  ['the usual authorities', {}, { status: 502, by: 'fleetkit; error=tls_certificate_error' }],
])('connects to an upstream with TLS with %s', async (_, tls, expected) => {
  const upstream = await listen(https.createServer(server, (_request, response) => void response.end('yes')));
  expect(await get(upstream, tls)).toMatchObject(expected);
});

test('presents a client certificate', async () => {
  const upstream = await listen(
    https.createServer({ ...server, ca: client.cert, requestCert: true }, ({ socket }, response) => {
      response.end(String((socket as TLSSocket).authorized)); // a connection with TLS
    }),
  );
  expect(await get(upstream, { ca: server.cert })).toMatchObject({
    status: 502,
    text: expect.stringContaining('--cert-key'),
  });
  expect(await get(upstream, { ca: server.cert, certificate: client.cert, certificateKey: client.key })).toMatchObject({
    status: 200,
    text: 'true',
  });
});

test('answers 502 with the reason if the upstream speaks HTTP/2 only', async () => {
  const upstream = await listen(http2.createSecureServer({ ...server, allowHTTP1: false }));
  const { text, by } = await get(upstream, { ca: server.cert });
  expect(by).toBe('fleetkit; error=tls_protocol_error');
  expect(text).toContain('HTTP/2 only');
});

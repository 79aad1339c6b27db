import { expect, test } from 'vitest';
import { createClient, type TransportResponse } from './client.ts';

type Headers = TransportResponse['headers'];

const respond = (status: number, headers: Headers, body: string): TransportResponse => ({
  status,
  headers,
  body: Buffer.from(body),
});

/** Reads from a target that sends one JSON object, and then this response to every request. */
async function readBehind(response: TransportResponse) {
  let turn = 0;
  const client = createClient({
    baseUrl: 'https://target.test',
    keys: new Map([['admin', 'sbx-secret-admin']]),
    wait: async () => undefined,
    transport: async () => {
      turn += 1;
      return turn === 1 ? respond(200, JSON_TYPE, '{"a":1}') : response;
    },
  });
  const admin = client.session().withKey('admin');
  await admin.get('getPortal');
  return await admin.get('listLocations');
}

const HTML: Headers = [['Content-Type', 'text/html; charset=UTF-8']];
const PLAIN: Headers = [['Content-Type', 'text/plain']];
const JSON_TYPE: Headers = [['Content-Type', 'application/json']];
const createPage = (title: string) => `<html>\r\n<head><title>${title}</title></head>\r\n<body></body></html>\r\n`;

test.each<[name: string, TransportResponse, description: string]>([
  [
    'a challenge page',
    respond(403, [...HTML, ['cf-mitigated', 'challenge']], createPage('Just a moment...')),
    'HTML page (403, "Just',
  ],
  [
    'a block page in plain text',
    respond(403, [...PLAIN, ['Server', 'cloudflare']], 'error code: 1020'),
    'type text/plain (403) with the header server: cloudflare',
  ],
  [
    'a gateway without a response',
    respond(502, [...HTML, ['Server', 'nginx']], createPage('502 Bad Gateway')),
    '(502, "502 Bad Gateway") with the header server: nginx',
  ],
  ['a gateway time-out', respond(504, HTML, createPage('504 Gateway Time-out')), '(504, "504 Gateway Time-out")'],
  [
    'a page without a title',
    respond(503, HTML, '<html><body><h1>503 Service Unavailable</h1></body></html>'),
    'an HTML page (503)',
  ],
  [
    'a load balancer without targets',
    respond(503, [...PLAIN, ['Server', 'envoy']], 'no healthy upstream'),
    'type text/plain (503)',
  ],
  ['a router without a route', respond(404, PLAIN, '404 page not found\n'), 'type text/plain (404)'],
  ['a policy of a mesh', respond(403, PLAIN, 'RBAC: access denied'), 'type text/plain (403)'],
  ['a captive portal', respond(511, HTML, createPage('Network Authentication Required')), '(511, "Network'],
  ['a page of the status 200', respond(200, HTML, createPage('Request Rejected')), '(200, "Request Rejected")'],
  [
    'a page without a Content-Type',
    respond(200, [], `\n\n<!DOCTYPE html>${createPage('Sign in')}`),
    '(200, "Sign in")',
  ],
  ['a page labelled as JSON', respond(200, JSON_TYPE, `<!DOCTYPE html>${createPage('Wi-Fi')}`), '(200, "Wi-Fi")'],
  [
    'a page labelled as XML',
    respond(
      200,
      [['Content-Type', 'text/xml']],
      `<?xml version="1.0"?>\n<!-- a --><!-- b -->\n<!DOCTYPE html>${createPage('Blocked')}`,
    ),
    '(200, "Blocked")',
  ],
  ['a page in upper case', respond(403, [], '\ufeff<HTML><BODY>Blocked by policy</BODY></HTML>'), 'an HTML page (403)'],
  [
    'a page after a long comment',
    respond(403, HTML, `<!-- ${'x'.repeat(3000)} -->${createPage('Blocked')}`),
    '(403, "Blocked")',
  ],
  [
    'a redirect without a body',
    respond(302, [['Location', 'https://login.example/authorize?code=secret']], ''),
    'a redirect to https://login.example/authorize (302)',
  ],
  [
    'a redirect with JSON',
    respond(303, [...JSON_TYPE, ['Location', '/login']], '{}'),
    'a redirect to https://target.test/login (303)',
  ],
  [
    'a proxy that demands credentials',
    respond(407, [['Proxy-Authenticate', 'Negotiate']], ''),
    'a demand of a proxy for credentials (407)',
  ],
])('recognises %s', async (_, response, description) => {
  await expect(readBehind(response)).rejects.toMatchObject({
    code: 'intermediary',
    message: expect.stringContaining(description),
  });
});

test.each<[name: string, TransportResponse]>([
  ['a problem', respond(403, [['Content-Type', 'application/problem+json']], '{"title":"Forbidden","status":403}')],
  ['a JSON error behind a proxy', respond(404, [...JSON_TYPE, ['Server', 'nginx']], '{"error":"not_found"}')],
  ['a JSON error labelled as text', respond(400, PLAIN, '{"error":"invalid_limit"}')],
  ['an XML error', respond(400, [['Content-Type', 'application/xml']], '<?xml version="1.0"?><error/>')],
  ['an error without a body', respond(401, [['WWW-Authenticate', 'Bearer']], '')],
  ['JSON with markup in a value', respond(200, JSON_TYPE, '{"help":"<!DOCTYPE html><html></html>"}')],
  ['JSON labelled as HTML', respond(200, HTML, '\n{"terminals":[{"id":"T-1"}]}')],
  ['a JSON error labelled as HTML', respond(404, HTML, '{"error":"not_found"}')],
  ['incomplete JSON', respond(200, JSON_TYPE, '{"terminals": [')],
  [
    'a feed labelled as HTML',
    respond(200, HTML, '<?xml version="1.0"?>\n<rss version="2.0"><channel><title>Alarms</title></channel></rss>'),
  ],
  [
    'a feed about pages',
    respond(
      200,
      [['Content-Type', 'application/rss+xml']],
      '<rss><channel><title>&lt;html&gt;</title></channel></rss>',
    ),
  ],
  ['304', respond(304, [['ETag', '"a"']], '')],
])('leaves %s of the service to the checks', async (_, response) => {
  expect((await readBehind(response)).status).toBe(response.status);
});

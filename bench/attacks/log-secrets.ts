import { ADMIN, type Attack, readMember } from './attack.ts';
import { resolveCredential } from './credentials.ts';
import { OPERATOR_TOKEN } from './host.ts';
import { type AttackRequest, Connection, formatSummary, mapConcurrently } from './http.ts';

/** A key in the form of a real service, sent to the sandbox by mistake. */
const STRAY_KEY = 'Live+Key/5f1c9b27e84d4aa0';

export const secretsInLog: Attack = {
  id: 'l',
  title: 'secrets in the log and in the list of exchanges',
  run: async ({ host, send, note, weakness }) => {
    const created = await send({ path: '/sandbox/destinations', key: ADMIN, body: { inbox: true } });
    const inbox = new URL(String(readMember(created, 'destination', 'url'))).pathname;
    const secrets: Readonly<Record<string, string>> = {
      'API key': resolveCredential(ADMIN),
      'operator token': resolveCredential(OPERATOR_TOKEN),
      'stray key': STRAY_KEY,
      'destination secret': String(readMember(created, 'secret')),
      'inbox token': inbox.slice(inbox.lastIndexOf('/') + 1),
    };
    await send({ path: inbox, body: {} });
    await send({ path: inbox, key: ADMIN });
    for (const secret of Object.values(secrets)) {
      note(`requests: ${formatSummary(await mapConcurrently(createRequests(secret), 4, send))}`);
      await sendRaw(host.port, secret);
    }
    const exchanges = await send({ path: '/sandbox/requests', token: OPERATOR_TOKEN });
    const places = { log: host.log(), ...(exchanges.status === 200 ? { 'list of exchanges': exchanges.text } : {}) };
    if (exchanges.status !== 200) note('the list of exchanges could not be read, so it was not searched');
    for (const [place, text] of Object.entries(places)) {
      for (const [name, secret] of Object.entries(secrets)) {
        const forms = listEncodings(secret);
        const lines = text
          .split('\n')
          .filter((line) =>
            decodeRepeatedly(line).some((form) => forms.some((secretForm) => form.includes(secretForm))),
          );
        if (lines.length === 0) note(`the ${place} does not contain the ${name}`);
        else weakness(`the ${place} contains the ${name} ${lines.length} times, first as ${lines[0]?.slice(0, 120)}`);
      }
    }
  },
};

/** Returns requests with a secret in unexpected places, in several encodings. */
function createRequests(secret: string): readonly AttackRequest[] {
  const escaped = escapeAll(secret);
  const inUrls = [encodeURIComponent(secret), escaped, escaped.replaceAll('%', '%25')].flatMap((text) => [
    { path: `/v1/locations/${text}`, key: ADMIN },
    { path: `/v1/${text}` },
    { path: `/sandbox/${text}` },
    { path: `/problems/${text}` },
    { path: `/v1/portal?api_key=${text}`, key: ADMIN },
    { path: `/v1/portal?${text}=1`, key: ADMIN },
    { path: `/sandbox/inbox/${text}`, body: {} },
  ]);
  const headers = ['X-Request-Id', 'User-Agent', 'Referer', 'Origin', 'Idempotency-Key', 'Cookie', 'Accept', 'Prefer'];
  const base64 = Buffer.from(secret).toString('base64');
  return [
    ...inUrls,
    ...headers.map((name) => ({ path: '/v1/locations', key: ADMIN, headers: { [name]: secret } })),
    { path: '/v1/locations', key: secret },
    { path: '/sandbox/clock', token: secret },
    { path: '/sandbox/clock', headers: { Authorization: `Basic ${base64}` } },
  ];
}

/** Sends a secret in request lines and malformed headers, over a plain connection. */
async function sendRaw(port: number, secret: string): Promise<void> {
  const requests = [
    `GET http://${secret}@localhost/v1/locations HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    `${secret} /v1/locations HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    `GET /v1/locations HTTP/1.1\r\nHost: ${secret}\r\n\r\n`,
    `GET /v1/locations HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${secret}\u0001\r\n\r\n`,
  ];
  for (const text of requests) {
    const connection = new Connection(port);
    connection.send(text);
    await connection.settled(300, (received) => received !== '');
    connection.destroy();
  }
}

const escapeAll = (text: string): string => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('');

const listEncodings = (secret: string): readonly string[] => [
  ...[secret, secret.toLowerCase(), secret.slice(0, 16)],
  ...(['base64', 'base64url', 'hex'] as const).map((form) => Buffer.from(secret).toString(form).replace(/=+$/, '')),
];

/** Returns the line, and the results of percent-decoding it once, twice and three times. */
function decodeRepeatedly(line: string): readonly string[] {
  const decode = (text: string): string =>
    text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return [line, decode(line), decode(decode(line)), decode(decode(decode(line)))];
}

import type { HeaderPair, Transport, TransportRequest, TransportResponse } from '../http/client.ts';
import { HOSTILE } from './made-up-results.ts';

/** Ways in which a target may repeat a key, each of which a program undoes without being asked. */
export const SPELLINGS: readonly ((key: string) => string)[] = [
  (key) => key,
  (key) => key.toUpperCase(),
  (key) => Buffer.from(key).toString('base64'),
  (key) => Buffer.from(`user:${key}`).toString('base64url'),
  (key) => Buffer.from(key).toString('hex'),
  (key) => [...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join(''),
  (key) => [...key].map((one) => `&#${one.charCodeAt(0)};`).join(''),
  (key) => [...key].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join(''),
];

/** What is added to ids, so that checks speak of it. */
const TAIL = '"><script>alert(2)</script>';

/**
 * A target around another that writes into whatever of its answers a report may show: into ids, texts, member names,
 * headers, media types and errors. It tries to be obeyed, and tells the key that it was asked with in all spellings.
 */
export const talkative =
  (transport: Transport): Transport =>
  async (request) => {
    const key = request.headers.find(([name]) => name.toLowerCase() === 'x-api-key')?.[1] ?? 'nobody';
    const said = `${HOSTILE} ${SPELLINGS.map((spell) => spell(key)).join(' ')}`;
    return talking(await transport(plain(request)), said);
  };

/** The request as the target behind understands it. */
const plain = (request: TransportRequest): TransportRequest => ({
  ...request,
  url: request.url
    .replaceAll(encodeURIComponent(TAIL), '')
    .replaceAll(new URLSearchParams([['', TAIL]]).toString().slice(1), ''),
});

function talking({ status, headers, body }: TransportResponse, said: string): TransportResponse {
  const text = new TextDecoder().decode(body);
  const isJson = headers.some(([name, value]) => /^content-type$/i.test(name) && value.includes('json'));
  return {
    status,
    headers: [...headers.map(withNote), ['X-Said', said], [said, 'said']],
    body: isJson ? Buffer.from(JSON.stringify(spoken(JSON.parse(text), said))) : body,
  };
}

const withNote = ([name, value]: HeaderPair): HeaderPair =>
  /^content-type$/i.test(name) ? [name, `${value}; note="</script><b>::error::"`] : [name, value];

function spoken(value: unknown, said: string): unknown {
  if (Array.isArray(value)) return value.map((one) => spoken(one, said));
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, spoken(member, said)]);
    return { said, ...Object.fromEntries(members), [said]: 1 };
  }
  return typeof value === 'string' && value.startsWith('txn_') ? value + TAIL : value;
}

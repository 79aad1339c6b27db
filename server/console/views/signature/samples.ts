import { createSignatureHeaders, parseSecret, revealSecret } from '../../../delivery/signing/signer.ts';

/** The contents of the fields. */
export interface Fields {
  readonly headers: string;
  readonly body: string;
  readonly secret: string;
  readonly computed: string;
}

const SECRET = 'whsec_YSBtYWRlLXVwIHNlY3JldCBvZiB0aGlydHktdHdvIGI=';
const OTHER_SECRET = 'whsec_YW5vdGhlciBtYWRlLXVwIHNlY3JldCwgMzIgYnl0ZXM=';
const BODY =
  '{"id":"evt_01HF5ZVQ3M8TJ7K2RWX4YB6CDE","type":"cash_low","place":"Café Ümlaut","data":{"notes_remaining":3}}';

/** Made-up deliveries with a usual mistake. */
export const SAMPLES = [
  { id: 'valid', text: 'A valid delivery' },
  { id: 'serialised', text: 'The body was serialised again' },
  { id: 'newline', text: 'A line break at the end of the body' },
  { id: 'charset', text: 'The body was decoded as Latin-1' },
  { id: 'secret', text: 'The secret of another destination' },
  { id: 'undecoded', text: 'The code does not decode the secret' },
  { id: 'old', text: 'An old timestamp' },
] as const;

export type SampleId = (typeof SAMPLES)[number]['id'];

/** Creates a delivery with one mistake. */
export function createSample(id: SampleId, nowMs: number): Fields {
  const age = id === 'old' ? 3600 : 2;
  const signed = { id: 'evt_01HF5ZVQ3M8TJ7K2RWX4YB6CDE', timestampSeconds: Math.floor(nowMs / 1000) - age, body: BODY };
  const headers = createSignatureHeaders({ ...signed, secrets: [parse(SECRET)] });
  const bodies: Partial<Record<SampleId, string>> = {
    serialised: JSON.stringify(JSON.parse(BODY), null, 2),
    newline: `${BODY}\n`,
    charset: Buffer.from(Buffer.from(BODY).toString('latin1')).toString(),
  };
  return {
    headers: Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    body: bodies[id] ?? BODY,
    secret: id === 'secret' ? OTHER_SECRET : SECRET,
    computed: id === 'undecoded' ? signUndecoded(signed) : '',
  };
}

const parse = (text: string) => {
  const secret = parseSecret(text);
  if ('fault' in secret) throw new TypeError(secret.fault);
  return secret;
};

/** Signs with the text of the secret as the key, which is a mistake. */
function signUndecoded(signed: {
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: string;
}): string {
  const text = revealSecret(parse(SECRET)).slice('whsec_'.length);
  const key = parse(`whsec_${Buffer.from(text).toString('base64')}`);
  return createSignatureHeaders({ ...signed, secrets: [key] })['webhook-signature'];
}

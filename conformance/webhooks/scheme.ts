/** How a deployment signs deliveries: its headers, the signed content, and the format of the signature. */
export interface SignatureScheme {
  readonly name: string;
  /** The header with the event id; `null` without one. */
  readonly idHeader: string | null;
  /** The header with the timestamp; `null` without one, or if the signature header contains it. */
  readonly timestampHeader: string | null;
  /** The prefix of the timestamp in the signature header, for example `t=`; `null` if that header has no timestamp. */
  readonly timestampPrefix: string | null;
  /** Seconds or milliseconds since 1970-01-01T00:00:00Z; `null` without a timestamp. */
  readonly timestampUnit: 's' | 'ms' | null;
  readonly signatureHeader: string;
  /** The prefix of each signature, for example `v1,` or `sha256=`; may be empty. Signatures without it are skipped. */
  readonly prefix: string;
  /** The separator between signatures of several secrets; `null` if the header has room for only one signature. */
  readonly separator: string | null;
  readonly encoding: 'base64' | 'base64url' | 'hex';
  readonly hash: 'sha1' | 'sha256' | 'sha512';
  /** The content of the HMAC, with the placeholders `{id}`, `{timestamp}` and `{body}`. */
  readonly signedContent: string;
  /** The encoding of secrets: `whsec` is base64 with the prefix `whsec_`; `text` is plain UTF-8. */
  readonly secretForm: 'whsec' | 'base64' | 'hex' | 'text';
}

const standardWebhooks: SignatureScheme = {
  name: 'standard-webhooks',
  idHeader: 'webhook-id',
  timestampHeader: 'webhook-timestamp',
  timestampPrefix: null,
  timestampUnit: 's',
  signatureHeader: 'webhook-signature',
  prefix: 'v1,',
  separator: ' ',
  encoding: 'base64',
  hash: 'sha256',
  signedContent: '{id}.{timestamp}.{body}',
  secretForm: 'whsec',
};

const svix: SignatureScheme = {
  ...standardWebhooks,
  name: 'svix',
  idHeader: 'svix-id',
  timestampHeader: 'svix-timestamp',
  signatureHeader: 'svix-signature',
};

const stripe: SignatureScheme = {
  name: 'stripe',
  idHeader: null,
  timestampHeader: null,
  timestampPrefix: 't=',
  timestampUnit: 's',
  signatureHeader: 'stripe-signature',
  prefix: 'v1=',
  separator: ',',
  encoding: 'hex',
  hash: 'sha256',
  signedContent: '{timestamp}.{body}',
  secretForm: 'text',
};

const github: SignatureScheme = {
  ...stripe,
  name: 'github',
  idHeader: 'x-github-delivery',
  timestampPrefix: null,
  timestampUnit: null,
  signatureHeader: 'x-hub-signature-256',
  prefix: 'sha256=',
  separator: null,
  signedContent: '{body}',
};

const convoy: SignatureScheme = {
  ...github,
  name: 'convoy',
  idHeader: null,
  signatureHeader: 'x-convoy-signature',
  prefix: '',
};

/** Known schemes by name. The first is that of the contract. */
export const SCHEMES = {
  'standard-webhooks': standardWebhooks,
  svix,
  stripe,
  github,
  convoy,
} as const satisfies Readonly<Record<string, SignatureScheme>>;

/** The name of a known scheme. */
export type SchemeName = keyof typeof SCHEMES;

/** Whether deliveries contain a timestamp. */
export const hasTimestamp = ({ timestampHeader, timestampPrefix }: SignatureScheme): boolean =>
  timestampHeader !== null || timestampPrefix !== null;

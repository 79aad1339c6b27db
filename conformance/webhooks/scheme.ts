/** How a deployment signs its deliveries: which headers there are, what is signed, and how the signature is written. */
export interface SignatureScheme {
  readonly name: string;
  /** The header with the id of the event; `null` when there is none. */
  readonly idHeader: string | null;
  /** The header with the time of sending; `null` when there is none, or when it stands in the signature header. */
  readonly timestampHeader: string | null;
  /** What comes before the time where it stands in the signature header, as `t=` does; `null` when it does not. */
  readonly timestampPrefix: string | null;
  /** Seconds or milliseconds since 1970-01-01T00:00:00Z; `null` when no time is sent. */
  readonly timestampUnit: 's' | 'ms' | null;
  readonly signatureHeader: string;
  /** What comes before each signature, `v1,` or `sha256=`; may be empty. What begins otherwise is skipped. */
  readonly prefix: string;
  /** What parts the signatures of several secrets; `null` when there is only ever one. */
  readonly separator: string | null;
  readonly encoding: 'base64' | 'base64url' | 'hex';
  readonly hash: 'sha1' | 'sha256' | 'sha512';
  /** What the HMAC is taken over, with `{id}`, `{timestamp}` and `{body}`: `{id}.{timestamp}.{body}`. */
  readonly signedContent: string;
  /** How a secret is written: `whsec` is base64 after `whsec_`; `text` is taken as it stands, in UTF-8. */
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

/** Ways of signing that are in use, by name. The first is the one of the contract; each follows what its namesake sends. */
export const SCHEMES = {
  'standard-webhooks': standardWebhooks,
  svix,
  stripe,
  github,
  convoy,
} as const satisfies Readonly<Record<string, SignatureScheme>>;

/** The name of a scheme that the kit knows. */
export type SchemeName = keyof typeof SCHEMES;

/** Whether a delivery says when it was sent. */
export const hasTime = ({ timestampHeader, timestampPrefix }: SignatureScheme): boolean =>
  timestampHeader !== null || timestampPrefix !== null;

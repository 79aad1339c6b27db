import { generateKeyPairSync, sign } from 'node:crypto';

/** Creates a self-signed certificate for 127.0.0.1 and localhost, and returns it with its key, both as PEM. */
export function createSelfSignedCertificate(validity: { readonly from: Date; readonly until: Date }): {
  readonly cert: string;
  readonly key: string;
} {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = encodeSequence(encodeSet(encodeSequence(COMMON_NAME, encodeDer(0x0c, Buffer.from('localhost')))));
  const names = encodeSequence(encodeDer(0x82, Buffer.from('localhost')), encodeDer(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = encodeSequence(encodeSequence(SUBJECT_ALT_NAME, encodeDer(0x04, names)));
  const toBeSigned = encodeSequence(
    encodeDer(0xa0, encodeDer(0x02, Buffer.from([2]))),
    encodeDer(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    encodeSequence(encodeTime(validity.from), encodeTime(validity.until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encodeDer(0xa3, extensions),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, privateKey)]);
  const certificate = encodeSequence(toBeSigned, ECDSA_WITH_SHA256, encodeDer(0x03, signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Encodes a value in DER: tag, length, value. */
function encodeDer(tag: number, value: Buffer): Buffer {
  const { length } = value;
  if (length > 0xffff) throw new Error('the value is too long');
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), value]);
}

const encodeSequence = (...parts: readonly Buffer[]): Buffer => encodeDer(0x30, Buffer.concat(parts));
const encodeSet = (...parts: readonly Buffer[]): Buffer => encodeDer(0x31, Buffer.concat(parts));
const encodeTime = (instant: Date): Buffer =>
  encodeDer(0x18, Buffer.from(`${instant.toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`));

const COMMON_NAME = Buffer.from('0603550403', 'hex');
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex');
const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex');

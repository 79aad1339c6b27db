import { createHash, randomBytes, webcrypto } from 'node:crypto';
import { type BaseBlock, BitString, Integer, OctetString, Utf8String } from 'asn1js';
import {
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  GeneralName,
  GeneralNames,
} from 'pkijs';
import { parseAddress } from '../../../base/cidr.ts';

/* Makes a certificate for a server on this machine. Loaded only for one, because its packages take time to load. */

/** A certificate with its key, and the authority that signed it, each in PEM. */
export interface MadeCertificate {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

/** macOS refuses certificates of an added authority that are valid for more than 825 days. */
const VALID_MS = 820 * 86_400_000;
/** Clocks of clients may be slow. */
const EARLIER_MS = 3_600_000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };
const AUTHORITY = 'fleetkit sandbox on this machine';

/**
 * Makes a certificate for names and addresses, and an authority that signs only this certificate: its private key is never stored, so
 * that a system that trusts the authority trusts no other certificate.
 */
export async function makeCertificate(names: readonly string[], nowMs: number): Promise<MadeCertificate> {
  const [authorityKeys, serverKeys] = await Promise.all([createKeys(), createKeys()]);
  // Distinct authorities have distinct names: clients find the authority of a certificate by its name.
  const issuer = `${AUTHORITY} ${randomBytes(4).toString('hex')}`;
  const sign = async (
    subject: string,
    keys: webcrypto.CryptoKeyPair,
    extensions: Extension[],
  ): Promise<ArrayBuffer> => {
    const certificate = new Certificate();
    certificate.version = 2; // X.509 version 3
    certificate.serialNumber = new Integer({ valueHex: createSerialNumber() });
    certificate.issuer.typesAndValues.push(createCommonName(issuer));
    certificate.subject.typesAndValues.push(createCommonName(subject));
    certificate.notBefore.value = new Date(nowMs - EARLIER_MS);
    certificate.notAfter.value = new Date(nowMs + VALID_MS);
    certificate.extensions = extensions;
    await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
    await certificate.sign(authorityKeys.privateKey, 'SHA-256');
    return certificate.toSchema(true).toBER();
  };
  const [authorityId, serverId] = await Promise.all([createKeyId(authorityKeys), createKeyId(serverKeys)]);
  const signedBy = new AuthorityKeyIdentifier({ keyIdentifier: authorityId }).toSchema();
  const ca = await sign(issuer, authorityKeys, [
    createExtension('2.5.29.19', new BasicConstraints({ cA: true, pathLenConstraint: 0 }).toSchema()),
    createExtension('2.5.29.15', createKeyUsage(0b0000_0110, 1)), // signatures of certificates and revocation lists
    createExtension('2.5.29.14', authorityId, false),
  ]);
  const cert = await sign(names[0] ?? 'localhost', serverKeys, [
    createExtension('2.5.29.19', new BasicConstraints({ cA: false }).toSchema()),
    createExtension('2.5.29.15', createKeyUsage(0b1000_0000, 7)), // signatures of handshakes
    createExtension('2.5.29.37', new ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.1'] }).toSchema()), // servers
    createExtension('2.5.29.17', new GeneralNames({ names: names.map(toGeneralName) }).toSchema(), false),
    createExtension('2.5.29.14', serverId, false),
    createExtension('2.5.29.35', signedBy, false), // strict clients, such as Python, require it
  ]);
  const key = await webcrypto.subtle.exportKey('pkcs8', serverKeys.privateKey);
  return { cert: toPem('CERTIFICATE', cert), key: toPem('PRIVATE KEY', key), ca: toPem('CERTIFICATE', ca) };
}

const createKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>; // two keys

/** Returns an identifier of a public key. */
async function createKeyId({ publicKey }: webcrypto.CryptoKeyPair): Promise<OctetString> {
  const bytes = await webcrypto.subtle.exportKey('spki', publicKey);
  const digest = createHash('sha256').update(Buffer.from(bytes)).digest().subarray(0, 20);
  return new OctetString({ valueHex: new Uint8Array(digest).buffer });
}

/** Returns a positive number of 16 bytes; the first byte is not zero. */
function createSerialNumber(): ArrayBuffer {
  const bytes = new Uint8Array(randomBytes(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.buffer;
}

const createCommonName = (value: string): AttributeTypeAndValue =>
  new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value }) });

const createExtension = (id: string, value: BaseBlock, critical = true): Extension =>
  new Extension({ extnID: id, critical, extnValue: value.toBER() });

const createKeyUsage = (bits: number, unusedBits: number): BitString =>
  new BitString({ valueHex: Uint8Array.of(bits).buffer, unusedBits });

/** Returns a name of the subject: 7 is an address, 2 a DNS name. */
function toGeneralName(name: string): GeneralName {
  const address = parseAddress(name);
  if (address === undefined) return new GeneralName({ type: 2, value: name });
  const valueHex = address.family === 4 ? toBytes(address.text.split('.'), 10) : toBytes(listGroups(address.text), 16);
  return new GeneralName({ type: 7, value: new OctetString({ valueHex }) });
}

/** Returns the bytes of the parts of an address: one byte for each decimal part, two for each hexadecimal one. */
const toBytes = (parts: readonly string[], base: 10 | 16): ArrayBuffer =>
  Uint8Array.from(
    parts.flatMap((part) => {
      const value = Number.parseInt(part, base);
      return base === 10 ? [value] : [value >> 8, value & 0xff];
    }),
  ).buffer;

/** Returns the eight groups of an IPv6 address in its canonical form. */
function listGroups(address: string): readonly string[] {
  const split = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [first = [], last = []] = address.split('::').map(split);
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}

const toPem = (label: string, bytes: ArrayBuffer): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(bytes)
    .toString('base64')
    .replace(/.{64}(?!$)/g, '$&\n')}\n-----END ${label}-----\n`;

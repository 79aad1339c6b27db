import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type ReplyBytes, type SerialisedList, toByteString } from '../../../serialisers/json.ts';
import { prefersGzip } from '../../exchange/accepted-forms.ts';

/** A validated representation of a resource. */
export interface Representation {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: ReplyBytes;
  /** A strong entity tag with its quotes, made from the bytes. */
  readonly etag: string;
  /** For feeds: the last modification, in whole seconds of the real clock. */
  readonly lastModifiedMs: number | undefined;
}

export function createRepresentation(status: number, contentType: string, text: string): Representation {
  const bytes = toByteString(text);
  const etag = `"${hash('sha1', bytes, 'base64url')}"`;
  return { status, contentType, bytes, etag, lastModifiedMs: undefined };
}

/** Creates the representation of a list, whose tag is made from digests of its parts. */
export function createListRepresentation(
  status: number,
  contentType: string,
  { bytes, digest }: SerialisedList,
): Representation {
  return { status, contentType, bytes, etag: `"${digest}"`, lastModifiedMs: undefined };
}

/** Smaller bodies are not compressed. */
const COMPRESSED_FROM_BYTES = 1024;

/** Whether a representation is large enough to compress, and the client accepts that. */
export const mayCompress = ({ bytes }: Representation, acceptEncoding: string | undefined): boolean =>
  bytes.length >= COMPRESSED_FROM_BYTES && prefersGzip(acceptEncoding);

/** Returns the same representation, compressed. It has different bytes, and so another strong tag. */
export function compress(plain: Representation): Representation {
  const bytes = gzipSync(Buffer.from(String(plain.bytes), 'latin1'), { level: 4 }).toString('latin1');
  return { ...plain, bytes, etag: plain.etag.replace(/"$/, '-gz"') };
}

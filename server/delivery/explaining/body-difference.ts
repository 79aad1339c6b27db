import { gunzipSync } from 'node:zlib';
import { type Finding, type FindingCode, findFirstDifference, formatByte } from './finding.ts';
import { compareJson } from './json-difference.ts';

/**
 * Explains why the receiver's body differs from the sent one; empty if it does not. The first finding contains the
 * place.
 */
export function explainBody(sent: Buffer, seen: Buffer): readonly Finding[] {
  const byte = findFirstDifference(sent, seen);
  if (byte === undefined) return [];
  const where = `The body differs at byte ${byte}: sent ${formatByte(sent[byte])}, received ${formatByte(seen[byte])}`;
  const found = (code: FindingCode, what: string): Finding => ({ code, message: `${where} (${what}).`, byte });

  const known = MISTAKES.find(({ isMade }) => isMade(sent, seen));
  if (known !== undefined) return [found(known.code, known.what)];
  const differences = compareJson(sent.toString(), seen.toString());
  if (differences === undefined || differences.length === 0)
    return [found('bytes', 'something changed it on the way; verify the bytes as received from the connection')];
  return differences.map(({ code, what }, at) => {
    const cause = code === 'values' ? what : `${what}: ${REWRITTEN}`;
    return at === 0 ? found(code, cause) : { code, message: `Also, ${cause}.`, byte };
  });
}

const REWRITTEN = 'the JSON was parsed and serialised again; use the raw body';

interface Mistake {
  readonly code: FindingCode;
  readonly what: string;
  isMade(sent: Buffer, seen: Buffer): boolean;
}

const BOM = Buffer.from('\ufeff');
const startsWith = (whole: Buffer, part: Buffer): boolean => whole.subarray(0, part.length).equals(part);
const isRest = (longer: Buffer, shorter: Buffer, rest: RegExp): boolean =>
  startsWith(longer, shorter) && rest.test(longer.subarray(shorter.length).toString('latin1'));

/** Mistakes that, applied to the sent body, give exactly the received one. Tried in this order. */
const MISTAKES: readonly Mistake[] = [
  {
    code: 'empty-body',
    what: 'the body is empty: something read the stream first, such as a JSON parser',
    isMade: (_, seen) => seen.length === 0,
  },
  {
    code: 'object-as-text',
    what: 'a parsed object was converted to a string; keep the raw body as well',
    isMade: (_, seen) => /^\[object \w+\]$/.test(seen.toString()),
  },
  {
    code: 'trailing-newline',
    what: 'a line break was added at the end, as echo, editors and files do',
    isMade: (sent, seen) => isRest(seen, sent, /^[\r\n]+$/),
  },
  {
    code: 'trailing-newline',
    what: 'the line break at the end was removed, as trim does',
    isMade: (sent, seen) => isRest(sent, seen, /^[\r\n]+$/),
  },
  {
    code: 'byte-order-mark',
    what: 'a byte order mark was added at the start',
    isMade: (sent, seen) => seen.equals(Buffer.concat([BOM, sent])),
  },
  {
    code: 'byte-order-mark',
    what: 'the byte order mark at the start was removed',
    isMade: (sent, seen) => sent.equals(Buffer.concat([BOM, seen])),
  },
  {
    code: 'line-ends',
    what: 'line breaks were changed between LF and CRLF',
    isMade: (sent, seen) => normalizeLineBreaks(sent).equals(normalizeLineBreaks(seen)),
  },
  {
    code: 'compressed',
    what: 'it was compressed with gzip, probably by a proxy',
    isMade: (sent, seen) => tryGunzip(seen)?.equals(sent) === true,
  },
  {
    code: 'quoted',
    what: 'it was serialised as JSON twice, so that it is one JSON string',
    isMade: (sent, seen) => seen.toString() === JSON.stringify(sent.toString()),
  },
  {
    code: 'charset',
    what: 'UTF-8 was decoded as Latin-1 and encoded as UTF-8 again; decode the body as UTF-8',
    isMade: (sent, seen) =>
      ['latin1', 'windows-1252'].some((label) => Buffer.from(new TextDecoder(label).decode(sent)).equals(seen)) ||
      Buffer.from(sent.toString('latin1')).equals(seen),
  },
  {
    code: 'charset',
    what: 'the text was encoded as Latin-1; encode it as UTF-8',
    isMade: (sent, seen) => Buffer.from(sent.toString(), 'latin1').equals(seen),
  },
  {
    code: 'charset',
    what: 'the text was encoded as UTF-16',
    isMade: (sent, seen) =>
      Buffer.from(sent.toString(), 'utf16le').equals(seen) || Buffer.from(`\ufeff${sent}`, 'utf16le').equals(seen),
  },
  {
    code: 'charset',
    what: 'non-ASCII characters were replaced; decode the body as UTF-8',
    isMade: (sent, seen) =>
      [sent.toString(), sent.toString('latin1')].some((text) =>
        ['?', '\ufffd', ''].some((stand) => text.replace(/\P{ASCII}/gu, stand) === seen.toString()),
      ),
  },
  {
    code: 'truncated',
    what: 'it ends there: because of a size limit, or because only the first chunk of the stream was read',
    isMade: (sent, seen) => startsWith(sent, seen),
  },
  {
    code: 'extended',
    what: 'data was added after its end',
    isMade: (sent, seen) => startsWith(seen, sent),
  },
];

const normalizeLineBreaks = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');

/** Limited in size, because a pasted body may decompress to any length. */
function tryGunzip(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: 1024 * 1024 });
  } catch {
    return undefined;
  }
}

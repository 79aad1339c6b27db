import { gunzipSync } from 'node:zlib';
import { type Finding, type FindingCode, findFirstDifference, formatByte } from './finding.ts';
import { compareJson } from './json-difference.ts';

/**
 * Explains why the receiver's body differs from the sent one; empty if it does not. The first finding contains the
 * place.
 */
export function explainBody(sent: Buffer, received: Buffer): readonly Finding[] {
  const byte = findFirstDifference(sent, received);
  if (byte === undefined) return [];
  const where = `The body differs at byte ${byte}: sent ${formatByte(sent[byte])}, received ${formatByte(received[byte])}`;
  const found = (code: FindingCode, what: string): Finding => ({ code, message: `${where} (${what}).`, byte });

  const known = MISTAKES.find(({ matches }) => matches(sent, received));
  if (known !== undefined) return [found(known.code, known.what)];
  const differences = compareJson(sent.toString(), received.toString());
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
  matches(sent: Buffer, received: Buffer): boolean;
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
    matches: (_, received) => received.length === 0,
  },
  {
    code: 'object-as-text',
    what: 'a parsed object was converted to a string; keep the raw body as well',
    matches: (_, received) => /^\[object \w+\]$/.test(received.toString()),
  },
  {
    code: 'trailing-newline',
    what: 'a line break was added at the end, as echo, editors and files do',
    matches: (sent, received) => isRest(received, sent, /^[\r\n]+$/),
  },
  {
    code: 'trailing-newline',
    what: 'the line break at the end was removed, as trim does',
    matches: (sent, received) => isRest(sent, received, /^[\r\n]+$/),
  },
  {
    code: 'byte-order-mark',
    what: 'a byte order mark was added at the start',
    matches: (sent, received) => received.equals(Buffer.concat([BOM, sent])),
  },
  {
    code: 'byte-order-mark',
    what: 'the byte order mark at the start was removed',
    matches: (sent, received) => sent.equals(Buffer.concat([BOM, received])),
  },
  {
    code: 'line-ends',
    what: 'line breaks were changed between LF and CRLF',
    matches: (sent, received) => normalizeLineBreaks(sent).equals(normalizeLineBreaks(received)),
  },
  {
    code: 'compressed',
    what: 'it was compressed with gzip, probably by a proxy',
    matches: (sent, received) => tryGunzip(received)?.equals(sent) === true,
  },
  {
    code: 'quoted',
    what: 'it was serialised as JSON twice, so that it is one JSON string',
    matches: (sent, received) => received.toString() === JSON.stringify(sent.toString()),
  },
  {
    code: 'charset',
    what: 'UTF-8 was decoded as Latin-1 and encoded as UTF-8 again; decode the body as UTF-8',
    matches: (sent, received) =>
      ['latin1', 'windows-1252'].some((label) => Buffer.from(new TextDecoder(label).decode(sent)).equals(received)) ||
      Buffer.from(sent.toString('latin1')).equals(received),
  },
  {
    code: 'charset',
    what: 'the text was encoded as Latin-1; encode it as UTF-8',
    matches: (sent, received) => Buffer.from(sent.toString(), 'latin1').equals(received),
  },
  {
    code: 'charset',
    what: 'the text was encoded as UTF-16',
    matches: (sent, received) =>
      Buffer.from(sent.toString(), 'utf16le').equals(received) ||
      Buffer.from(`\ufeff${sent}`, 'utf16le').equals(received),
  },
  {
    code: 'charset',
    what: 'non-ASCII characters were replaced; decode the body as UTF-8',
    matches: (sent, received) =>
      [sent.toString(), sent.toString('latin1')].some((text) =>
        ['?', '\ufffd', ''].some((replacement) => text.replace(/\P{ASCII}/gu, replacement) === received.toString()),
      ),
  },
  {
    code: 'truncated',
    what: 'it ends there: because of a size limit, or because only the first chunk of the stream was read',
    matches: (sent, received) => startsWith(sent, received),
  },
  {
    code: 'extended',
    what: 'data was added after its end',
    matches: (sent, received) => startsWith(received, sent),
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

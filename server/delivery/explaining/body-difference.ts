import { gunzipSync } from 'node:zlib';
import { type Finding, type FindingCode, firstDifference, showByte } from './finding.ts';
import { jsonDifferences } from './json-difference.ts';

/** Why the body that a receiver used is not the one that was sent; empty if it is. The first finding says where. */
export function bodyDifferences(sent: Buffer, seen: Buffer): readonly Finding[] {
  const byte = firstDifference(sent, seen);
  if (byte === undefined) return [];
  const where = `The body differs at byte ${byte}: sent ${showByte(sent[byte])}, received ${showByte(seen[byte])}`;
  const found = (code: FindingCode, what: string): Finding => ({ code, message: `${where} (${what}).`, byte });

  const known = MISTAKES.find(({ isMade }) => isMade(sent, seen));
  if (known !== undefined) return [found(known.code, known.what)];
  const differences = jsonDifferences(sent.toString(), seen.toString());
  if (differences === undefined || differences.length === 0)
    return [found('bytes', 'something on the way changed it; sign the bytes as they come from the connection')];
  return differences.map(({ code, what }, at) => {
    const cause = code === 'values' ? what : `${what}: ${REWRITTEN}`;
    return at === 0 ? found(code, cause) : { code, message: `Besides, ${cause}.`, byte };
  });
}

const REWRITTEN = 'the JSON was parsed and written again, where the raw body is to be used';

interface Mistake {
  readonly code: FindingCode;
  readonly what: string;
  isMade(sent: Buffer, seen: Buffer): boolean;
}

const BOM = Buffer.from('\ufeff');
const startsWith = (whole: Buffer, part: Buffer): boolean => whole.subarray(0, part.length).equals(part);
const isRest = (longer: Buffer, shorter: Buffer, rest: RegExp): boolean =>
  startsWith(longer, shorter) && rest.test(longer.subarray(shorter.length).toString('latin1'));

/** What is recognised as a whole: done to what was sent, it gives exactly what was seen. In the order of trying. */
const MISTAKES: readonly Mistake[] = [
  {
    code: 'empty-body',
    what: 'nothing is left of it: something read the stream before, such as a parser of JSON that runs first',
    isMade: (_, seen) => seen.length === 0,
  },
  {
    code: 'object-as-text',
    what: 'a parsed object was made into text; keep the raw body beside it',
    isMade: (_, seen) => /^\[object \w+\]$/.test(seen.toString()),
  },
  {
    code: 'trailing-newline',
    what: 'a line break was added at the end, as echo, editors and files do',
    isMade: (sent, seen) => isRest(seen, sent, /^[\r\n]+$/),
  },
  {
    code: 'trailing-newline',
    what: 'the line break at the end was taken away, as trim does',
    isMade: (sent, seen) => isRest(sent, seen, /^[\r\n]+$/),
  },
  {
    code: 'byte-order-mark',
    what: 'a byte order mark was put in front',
    isMade: (sent, seen) => seen.equals(Buffer.concat([BOM, sent])),
  },
  {
    code: 'byte-order-mark',
    what: 'the byte order mark in front was taken away',
    isMade: (sent, seen) => sent.equals(Buffer.concat([BOM, seen])),
  },
  {
    code: 'line-ends',
    what: 'line breaks were changed between LF and CRLF',
    isMade: (sent, seen) => withoutReturns(sent).equals(withoutReturns(seen)),
  },
  {
    code: 'compressed',
    what: 'these are bytes of gzip; a proxy packed it',
    isMade: (sent, seen) => unpacked(seen)?.equals(sent) === true,
  },
  {
    code: 'quoted',
    what: 'it was written as JSON a second time, so that it became one text in quotes',
    isMade: (sent, seen) => seen.toString() === JSON.stringify(sent.toString()),
  },
  {
    code: 'charset',
    what: 'UTF-8 was read as Latin-1 and written as UTF-8 again; name utf8 where the body is read',
    isMade: (sent, seen) =>
      ['latin1', 'windows-1252'].some((label) => Buffer.from(new TextDecoder(label).decode(sent)).equals(seen)) ||
      Buffer.from(sent.toString('latin1')).equals(seen),
  },
  {
    code: 'charset',
    what: 'UTF-8 was written as Latin-1; name utf8 where the text becomes bytes',
    isMade: (sent, seen) => Buffer.from(sent.toString(), 'latin1').equals(seen),
  },
  {
    code: 'charset',
    what: 'it was written as UTF-16',
    isMade: (sent, seen) =>
      Buffer.from(sent.toString(), 'utf16le').equals(seen) || Buffer.from(`\ufeff${sent}`, 'utf16le').equals(seen),
  },
  {
    code: 'charset',
    what: 'letters outside ASCII were replaced; name utf8 where the body is read',
    isMade: (sent, seen) =>
      [sent.toString(), sent.toString('latin1')].some((text) =>
        ['?', '\ufffd', ''].some((stand) => text.replace(/\P{ASCII}/gu, stand) === seen.toString()),
      ),
  },
  {
    code: 'truncated',
    what: 'it ends there: a limit on size, or only the first part of the stream was read',
    isMade: (sent, seen) => startsWith(sent, seen),
  },
  {
    code: 'extended',
    what: 'all of it came, and then more was added',
    isMade: (sent, seen) => startsWith(seen, sent),
  },
];

const withoutReturns = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');

/** Bounded, as what somebody pasted may unpack to anything. */
function unpacked(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: 1024 * 1024 });
  } catch {
    return undefined;
  }
}

import fc from 'fast-check';
import type { RawResponse } from './raw-receiver.ts';

/** Generates responses that resemble HTTP and may be invalid in any part. */

const generateBytes = (maxLength: number): fc.Arbitrary<Buffer> =>
  fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes));
const generateText = (...texts: readonly string[]): fc.Arbitrary<Buffer> =>
  fc.constantFrom(...texts).map((one) => Buffer.from(one, 'latin1'));

const anyStatus = fc.oneof(
  fc.nat(999).map((status) => String(status).padStart(3, '0')),
  fc.constantFrom('000', '042', '099', '600', '999', '200', '204', '404', '503', '20', '2000', '-1', '2xx', ''),
);
const anyReason = fc.oneof(generateText('OK', '', '\x1b[31m', '\0', '\xff\xfe'), generateBytes(20));
const anyStatusLine = fc
  .tuple(fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'ICY'), anyStatus, anyReason)
  .map(([version, status, reason]) =>
    Buffer.concat([Buffer.from(`${version} ${status} `), reason, Buffer.from('\r\n')]),
  );

const anyField = fc
  .tuple(
    fc.oneof(
      generateText(
        'X-A',
        'Set-Cookie',
        'Location',
        'Retry-After',
        '__proto__',
        'Content-Length',
        'Transfer-Encoding',
        'Connection',
        '',
      ),
      generateBytes(6),
    ),
    fc.oneof(
      generateText('1', '', 'chunked', 'gzip', 'close', 'upgrade', '-1', '\xe9\x80', 'a\0b', '9'.repeat(40)),
      generateBytes(30),
    ),
  )
  .map(([name, value]) => Buffer.concat([name, Buffer.from(': '), value, Buffer.from('\r\n')]));
const manyFields = fc.oneof(
  fc.array(anyField, { maxLength: 4 }).map((fields) => Buffer.concat(fields)),
  fc.nat(30_000).map((length) => Buffer.from(`X-Long: ${'y'.repeat(length)}\r\n`)),
);

const anyContent = fc.oneof(
  generateBytes(60).map((body) => ({ head: `Content-Length: ${body.length}\r\n`, body })),
  fc.tuple(generateBytes(60), fc.nat(100)).map(([body, length]) => ({ head: `Content-Length: ${length}\r\n`, body })),
  generateBytes(60).map((body) => ({ head: '', body })),
  fc
    .tuple(
      fc.array(generateBytes(20), { maxLength: 3 }),
      generateText('0\r\n\r\n', '', 'zz\r\n', 'FFFFFFFFFFFFFFFFF\r\n', '-1\r\n'),
    )
    .map(([chunks, end]) => ({
      head: 'Transfer-Encoding: chunked\r\n',
      body: Buffer.concat([
        ...chunks.flatMap((chunk) => [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
        end,
      ]),
    })),
);

const anyInterim = fc
  .tuple(
    fc.constantFrom('100 Continue', '102 X', '103 Early Hints', '101 Switching Protocols', '199 X'),
    fc.constantFrom(1, 2, 150),
  )
  .map(([status, count]) => Buffer.from(`HTTP/1.1 ${status}\r\n\r\n`.repeat(count)));

const anyResponse = fc
  .record({
    interim: fc.oneof({ weight: 4, arbitrary: fc.constant(Buffer.alloc(0)) }, anyInterim),
    statusLine: anyStatusLine,
    fields: manyFields,
    content: anyContent,
    endOfHead: generateText('\r\n', '\r\n', '\r\n', '\n', ''),
    cutAt: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.nat(200)),
  })
  .map(({ interim, statusLine, fields, content, endOfHead, cutAt }) => {
    const whole = Buffer.concat([interim, statusLine, fields, Buffer.from(content.head), endOfHead, content.body]);
    return cutAt === null ? whole : whole.subarray(0, cutAt);
  });

/** Generates any response. The connection is closed or reset, so that no test waits for a timeout. */
export const anyRawResponse: fc.Arbitrary<RawResponse> = fc.record({
  bytes: fc.oneof({ weight: 9, arbitrary: anyResponse }, generateBytes(100)),
  ending: fc.constantFrom('close' as const, 'close' as const, 'reset' as const),
});

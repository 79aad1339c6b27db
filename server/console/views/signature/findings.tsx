import { Code } from '../../parts/code.tsx';
import { Hint } from '../../parts/states.tsx';
import { type Difference, type Excerpt, findDifference, formatBytes, formatHex } from './bytes.ts';
import type { Cause, Examination } from './examine.ts';

/** The result: the verdict, the causes, and where the bytes and the signatures differ. */
export function Findings({ result }: { readonly result: Examination }) {
  const { isMatch, causes, ofComputed, sent, own, expected, given } = result;
  const difference = sent === undefined ? undefined : findDifference(sent, own);
  return (
    <>
      <Hint tone={isMatch ? 'good' : 'bad'}>
        <strong>{isMatch ? 'The signature matches.' : 'The signature does not match.'}</strong>
        <Causes causes={causes} />
      </Hint>
      {ofComputed.length === 0 ? null : (
        <Hint tone="warn">
          <strong>The signature that your code computed</strong>
          <Causes causes={ofComputed} />
        </Hint>
      )}
      {difference === undefined ? null : <Bytes difference={difference} />}
      <section class="stack-tight">
        <h3>Signature of your bytes</h3>
        <Code text={expected} label="signature of your bytes" />
        <h3>{given.length === 1 ? 'Signature in the header' : 'Signatures in the header'}</h3>
        {given.map((one) => (
          <SignatureText key={one} text={one} expected={expected} />
        ))}
      </section>
      <section class="stack-tight">
        <h3>Signed content of your bytes</h3>
        <Code text={new TextDecoder().decode(own)} label="signed content" />
      </section>
    </>
  );
}

function Causes({ causes }: { readonly causes: readonly Cause[] }) {
  return (
    <ul>
      {causes.map(({ code, message }) => (
        <li key={code}>{message}</li>
      ))}
    </ul>
  );
}

/** The signature of the header, with the characters that differ from the expected one. */
function SignatureText({ text, expected }: { readonly text: string; readonly expected: string }) {
  const encoder = new TextEncoder();
  const difference = findDifference(encoder.encode(expected), encoder.encode(text));
  if (difference === undefined) return <Code text={text} label="signature in the header" />;
  const { offset } = difference;
  return (
    <p class="bytes mono wrap">
      {text.slice(0, offset)}
      <mark>{text.slice(offset)}</mark>
    </p>
  );
}

function Bytes({ difference: { offset, excerpts } }: { readonly difference: Difference }) {
  const [sent, own] = excerpts;
  return (
    <section class="stack-tight">
      <h3>The first difference, at byte {offset} of the signed content</h3>
      <p class="muted small">Signed by the sender</p>
      <ExcerptText excerpt={sent} />
      <p class="muted small">From your body</p>
      <ExcerptText excerpt={own} />
    </section>
  );
}

function ExcerptText({ excerpt: { before, changed, after } }: { readonly excerpt: Excerpt }) {
  const show = (format: (bytes: Uint8Array) => string) => (
    <p class="bytes mono wrap">
      {format(before)} <mark>{changed.length === 0 ? '(nothing)' : format(changed)}</mark> {format(after)}
    </p>
  );
  return (
    <>
      {show(formatBytes)}
      {show(formatHex)}
    </>
  );
}

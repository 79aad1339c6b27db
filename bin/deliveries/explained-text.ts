import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { printable } from '../printable.ts';
import { differenceLines, visibleLines } from './visible.ts';

type Explained = SandboxSchemas['ExplainedDelivery'];

/**
 * What differs, most likely cause first, and then what was signed. `received` is the body that the receiver had, if that is
 * known; `isComparing` says whether anything of the receiver is.
 */
export function explainedText(
  { signed, findings }: Explained,
  received: Uint8Array | undefined,
  isComparing: boolean,
): string {
  const content = visibleLines(signed.content);
  const verdict = findings.length > 0 ? findingLines({ signed, findings }, received) : [SAME];
  return [
    ...(isComparing ? [...verdict, ''] : []),
    `Signed were these ${Buffer.byteLength(signed.content)} bytes: id, timestamp and body, with dots between them.`,
    ...content.map((line) => `  ${line}`),
    signed.signatures.length === 1 ? 'The signature is' : 'The signatures are',
    ...signed.signatures.map((signature) => `  ${printable(signature)}`),
    ...(isComparing ? [] : ['', NOTHING_GIVEN]),
  ].join('\n');
}

const SAME = 'Nothing differs: what the receiver has agrees with what was sent.';
const NOTHING_GIVEN = 'To compare, give what the receiver has: --body, --signature, --secret-env, --timestamp or --id.';

function findingLines({ signed, findings }: Explained, received: Uint8Array | undefined): readonly string[] {
  const sent = Buffer.from(signed.content).subarray(`${signed.id}.${signed.timestamp}.`.length);
  const shownAt = findings.findIndex(({ byte }) => byte !== null);
  return [
    findings.length === 1 ? 'What differs:' : 'What differs, most likely cause first:',
    ...findings.flatMap(({ message, byte }, index) => [
      `${index + 1}. ${printable(message)}`,
      ...(index === shownAt && byte !== null && received !== undefined
        ? differenceLines(sent, received, byte).map((line) => `     ${line}`)
        : []),
    ]),
  ];
}

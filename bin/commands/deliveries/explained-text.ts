import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { printable } from '../shared/printable.ts';
import { differenceLines, visibleLines } from './visible.ts';

type Explained = SandboxSchemas['ExplainedDelivery'];

/**
 * Lists the differences, most likely cause first, then the signed content. `received` is the receiver's body, if given.
 * `isComparing` is true if the user gave any value of the receiver.
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
    `The signed content has ${Buffer.byteLength(signed.content)} bytes: id, timestamp and body, separated by dots.`,
    ...content.map((line) => `  ${line}`),
    signed.signatures.length === 1 ? 'Signature:' : 'Signatures:',
    ...signed.signatures.map((signature) => `  ${printable(signature)}`),
    ...(isComparing ? [] : ['', NOTHING_GIVEN]),
  ].join('\n');
}

const SAME = 'No difference: the values of the receiver match the delivery.';
const NOTHING_GIVEN =
  'To find a difference, give the values of the receiver: --body, --signature, --secret-env, --timestamp or --id.';

function findingLines({ signed, findings }: Explained, received: Uint8Array | undefined): readonly string[] {
  const sent = Buffer.from(signed.content).subarray(`${signed.id}.${signed.timestamp}.`.length);
  const shownAt = findings.findIndex(({ byte }) => byte !== null);
  return [
    findings.length === 1 ? 'Difference:' : 'Differences, most likely cause first:',
    ...findings.flatMap(({ message, byte }, index) => [
      `${index + 1}. ${printable(message)}`,
      ...(index === shownAt && byte !== null && received !== undefined
        ? differenceLines(sent, received, byte).map((line) => `     ${line}`)
        : []),
    ]),
  ];
}

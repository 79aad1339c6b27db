import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { toPrintable } from '../shared/printable.ts';
import { formatDifference, toVisibleLines } from './visible-bytes.ts';

type Explained = SandboxSchemas['ExplainedDelivery'];

/**
 * Lists the differences, most likely cause first, then the signed content. `received` is the receiver's body, if given.
 * `isComparing` is true if the user gave any value of the receiver.
 */
export function formatExplanation(
  { signed, findings }: Explained,
  received: Uint8Array | undefined,
  isComparing: boolean,
): string {
  const content = toVisibleLines(signed.content);
  const verdict = findings.length > 0 ? formatFindings({ signed, findings }, received) : [NO_DIFFERENCE];
  return [
    ...(isComparing ? [...verdict, ''] : []),
    `The signed content has ${Buffer.byteLength(signed.content)} bytes: id, timestamp and body, separated by dots.`,
    ...content.map((line) => `  ${line}`),
    signed.signatures.length === 1 ? 'Signature:' : 'Signatures:',
    ...signed.signatures.map((signature) => `  ${toPrintable(signature)}`),
    ...(isComparing ? [] : ['', COMPARISON_HINT]),
  ].join('\n');
}

const NO_DIFFERENCE = 'No difference: the values of the receiver match the delivery.';
const COMPARISON_HINT =
  'To find a difference, give the values of the receiver: --body, --signature, --secret-env, --timestamp or --id.';

function formatFindings({ signed, findings }: Explained, received: Uint8Array | undefined): readonly string[] {
  const sent = Buffer.from(signed.content).subarray(`${signed.id}.${signed.timestamp}.`.length);
  const shownAt = findings.findIndex(({ byte }) => byte !== null);
  return [
    findings.length === 1 ? 'Difference:' : 'Differences, most likely cause first:',
    ...findings.flatMap(({ message, byte }, index) => [
      `${index + 1}. ${toPrintable(message)}`,
      ...(index === shownAt && byte !== null && received !== undefined
        ? formatDifference(sent, received, byte).map((line) => `     ${line}`)
        : []),
    ]),
  ];
}

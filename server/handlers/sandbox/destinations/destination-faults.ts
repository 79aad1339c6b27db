import { parseDestinationUrl } from '../../../delivery/network/destination-url.ts';
import type { Fault } from '../../../problems/problem.ts';
import type { ControlContext } from '../../../sandbox-contract.ts';

/**
 * Parses the URL of a destination. Returns the normalised URL or the fault. Does not resolve host names, so a delivery may
 * still be refused later.
 */
export function validateUrl(
  { deliveryInputs }: ControlContext,
  text: string,
): { readonly url: string } | { readonly fault: Fault } {
  const pointer = '/url';
  const read = parseDestinationUrl(text);
  if ('fault' in read) return { fault: { pointer, code: 'wrong_format', detail: read.fault } };
  const refusal = deliveryInputs.findRefusal(read.url);
  return refusal === undefined ? read : { fault: { pointer, code: 'address_not_allowed', detail: refusal } };
}

/** Headers that the delivery or the connection sets, so a destination cannot. */
const RESERVED_HEADERS =
  /^(content-(type|length|encoding)|user-agent|host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|webhook-.*|x-sandbox-.*)$/i;

/** Returns the faults of custom headers. */
export function listHeaderFaults(headers: Readonly<Record<string, string>>): readonly Fault[] {
  const names = Object.keys(headers);
  return names.flatMap((name, index): readonly Fault[] => {
    const pointer = `/headers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (RESERVED_HEADERS.test(name))
      return [
        { pointer, code: 'unknown_value', detail: 'Each delivery already sets this header. Choose another name.' },
      ];
    const isRepeated = names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < index;
    return isRepeated
      ? [
          {
            pointer,
            code: 'unknown_value',
            detail: 'The header is repeated. Names are case-insensitive; give it once.',
          },
        ]
      : [];
  });
}

import { readDestinationUrl } from '../../delivery/destination-url.ts';
import type { Fault } from '../../problem.ts';
import type { Desk } from '../../sandbox-contract.ts';

/**
 * Reads the address of a destination: its normalised form, or what is wrong with it. Names are not resolved, so that the
 * address may still be refused when something is sent there.
 */
export function readUrl({ mailroom }: Desk, text: string): { readonly url: string } | { readonly fault: Fault } {
  const pointer = '/url';
  const read = readDestinationUrl(text);
  if ('fault' in read) return { fault: { pointer, code: 'wrong_format', detail: read.fault } };
  const refusal = mailroom.refusalOf(read.url);
  return refusal === undefined ? read : { fault: { pointer, code: 'address_not_allowed', detail: refusal } };
}

/** Headers that belong to the delivery or to the connection, and so not to the destination. */
const reserved =
  /^(content-(type|length|encoding)|user-agent|host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|webhook-.*|x-sandbox-.*)$/i;

/** What is wrong with the headers that are to be sent along. */
export function faultsOfHeaders(headers: Readonly<Record<string, string>>): readonly Fault[] {
  const names = Object.keys(headers);
  return names.flatMap((name, index): readonly Fault[] => {
    const pointer = `/headers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (reserved.test(name))
      return [{ pointer, code: 'unknown_value', detail: 'The delivery has this header itself. Choose another name.' }];
    const isRepeated = names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < index;
    return isRepeated ? [{ pointer, code: 'unknown_value', detail: 'The header is there twice.' }] : [];
  });
}

import type { Fault } from '../../problem.ts';
import type { Desk } from '../../sandbox-contract.ts';

/** What is wrong with the address of a destination; names are not looked up, so it may still turn out to be refused. */
export function faultsOfUrl({ mailroom }: Desk, url: string): readonly Fault[] {
  const pointer = '/url';
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return [{ pointer, code: 'wrong_format', detail: 'Expected an absolute http or https address.' }];
  const { hash, username, password } = new URL(url);
  if (hash !== '') return [{ pointer, code: 'wrong_format', detail: 'Leave out the fragment: it is never sent.' }];
  if (username !== '' || password !== '')
    return [
      { pointer, code: 'wrong_format', detail: 'Leave the user out of the address, and send it in headers instead.' },
    ];
  const refusal = mailroom.refusalOf(url);
  return refusal === undefined ? [] : [{ pointer, code: 'address_not_allowed', detail: refusal }];
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

import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { toLocalTarget } from './request-target.ts';

test.each([
  ['/v1/terminals/%4EW104310/status', '/v1/terminals/NW104310/status'],
  ['/v1/terminals/%4e%57%31%30%34%33%31%30', '/v1/terminals/NW104310'],
  ['/%76%31/portal', '/v1/portal'],
  ['/a%2Db%2ec%5Fd%7ee', '/a-b.c_d~e'],
  ['/%41%5A%61%7A%30%39', '/AZaz09'],
  ['http://host.example/w/%77s_1', '/w/ws_1'],
  ['/v1/terminals/NW1%2F2', '/v1/terminals/NW1%2F2'],
  ['/v1/terminals/NW1%2f2', '/v1/terminals/NW1%2f2'],
  ['/%40%5B%5b%60%7B%7b%7F%2B%3A%2C', '/%40%5B%5b%60%7B%7b%7F%2B%3A%2C'],
  ['/a%00b%0Ac%20d%25e', '/a%00b%0Ac%20d%25e'],
  ['/%254E', '/%254E'],
  ['/%C3%A4%FF', '/%C3%A4%FF'],
  ['/%4', '/%4'],
  ['/%', '/%'],
  ['/%4%4E', '/%4N'],
  ['/%zz%4E', '/%zzN'],
  ['/a?b=%4E&c=%2D', '/a?b=%4E&c=%2D'],
  ['/%4E?%4E?%4E', '/N?%4E?%4E'],
  ['/a%3Fb=%4E', '/a%3Fb=N'],
  ['*', '*'],
  ['host.example:443', '-'],
])('toLocalTarget(%j) returns %j', (target, expected) => {
  expect(toLocalTarget(target)).toBe(expected);
});

it('decodes exactly the unreserved characters, however a client encodes them', () => {
  const unreserved = /[A-Za-z0-9\-._~]/;
  const encode = (character: string, isUpper: boolean): string => {
    const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
    return `%${isUpper ? hex.toUpperCase() : hex}`;
  };
  const character = fc.integer({ min: 0, max: 0x7f }).map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(fc.array(fc.tuple(character, fc.boolean())), (characters) => {
      const sent = characters.map(([each, isUpper]) => encode(each, isUpper)).join('');
      const expected = characters.map(([each, isUpper]) => (unreserved.test(each) ? each : encode(each, isUpper)));
      expect(toLocalTarget(`/${sent}`)).toBe(`/${expected.join('')}`);
    }),
  );
});

it('keeps the meaning of a path and changes nothing the second time', () => {
  const piece = fc.constantFrom('a', '/', '%', '%2', '%4E', '%2F', '%25', '%2e', '?', '%3F', 'ä');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const target = `/${pieces.join('')}`;
      const local = toLocalTarget(target);
      expect(local.split('?').length).toBe(target.split('?').length);
      expect(local.split('/').length).toBe(target.split('/').length);
      if (!/%(?![0-9a-f]{2})/i.test(target)) expect(toLocalTarget(local)).toBe(local);
    }),
  );
});

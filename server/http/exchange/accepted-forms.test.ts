import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { chooseMediaType } from './accepted-forms.ts';

const JSON_ONLY = ['application/json'];
const BOTH = ['application/json', 'application/rss+xml'];

describe('Accept', () => {
  test.each([
    ['no header', undefined],
    ['an empty value', ''],
    ['white space', ' \t '],
    ['a list without elements', ' , ,'],
    ['any type', '*/*'],
    ['any type with a charset', '*/*; charset=utf-8'],
    ['any application type', 'application/*'],
    ['the type', 'application/json'],
    ['the type in upper case', 'APPLICATION/JSON'],
    ['a charset', 'application/json; charset=utf-8'],
    ['a charset in upper case without a space', 'application/json;CHARSET=UTF-8'],
    ['a quoted charset', 'application/json; charset="utf-8"'],
    ['another charset', 'application/json; charset=iso-8859-1'],
    ['spaces around the semicolon', 'application/json ; charset=utf-8'],
    ['spaces around the equals sign', 'application/json; charset = utf-8'],
    ['a version', 'application/json;version=1'],
    ['two parameters', 'application/json; charset=utf-8; odata=verbose'],
    ['a profile with a comma and a semicolon', 'application/json;profile="a,b;q=0"'],
    ['a profile with an escaped quotation mark', String.raw`application/json;profile="a\",text/html;q=0,\""`],
    ['a parameter without a value', 'application/json;charset'],
    ['a parameter with an empty value', 'application/json;charset='],
    ['a semicolon at the end', 'application/json;'],
    ['two semicolons', 'application/json;;charset=utf-8'],
    ['a weight', 'application/json;q=0.1'],
    ['a weight in upper case', 'application/json;Q=0.1'],
    ['a weight after a parameter', 'application/json;charset=utf-8;q=0.1'],
    ['a parameter after a weight', 'application/json;q=0.1;level=1'],
    ['an empty element before', ', application/json'],
    ['another type first', 'text/html, application/json;charset=utf-8'],
    ['all except another type', 'text/html;q=0, */*'],
    ['the form of axios', 'application/json, text/plain, */*'],
    ['the form of a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'],
  ])('accepts %s', (_, accept) => {
    expect(chooseMediaType(JSON_ONLY, accept)).toBe('application/json');
  });

  test.each([
    ['another type', 'text/html'],
    ['another type with a charset', 'text/html; charset=utf-8'],
    ['a weight of zero', 'application/json;q=0'],
    ['a weight of zero after a parameter', 'application/json;charset=utf-8;q=0.000'],
    ['all except the type', 'application/json;q=0, */*'],
    ['a longer name', 'application/jsonp'],
    ['a suffix', 'application/vnd.fleet+json'],
    ['the type in a quoted parameter of another', 'text/html;a=", application/json, "'],
    ['no type at all', 'utf-8'],
    ['only a parameter', ';charset=utf-8'],
  ])('refuses %s', (_, accept) => {
    expect(chooseMediaType(JSON_ONLY, accept)).toBeUndefined();
  });

  test.each([
    ['application/rss+xml; charset=utf-8', 'application/rss+xml'],
    ['application/json;charset=utf-8;q=0.4, application/rss+xml;charset=utf-8;q=0.5', 'application/rss+xml'],
    ['application/rss+xml;q=0.5, application/json;charset=utf-8', 'application/json'],
    ['application/*;q=0.2, application/rss+xml;v=2;q=0.3', 'application/rss+xml'],
    ['application/json;q=0, application/*;charset=utf-8', 'application/rss+xml'],
    ['', 'application/json'],
  ])('chooses by weight in %s', (accept, expected) => {
    expect(chooseMediaType(BOTH, accept)).toBe(expected);
  });

  it('gives the same result with parameters and without', () => {
    const range = fc.constantFrom('application/json', 'application/rss+xml', 'application/*', '*/*', 'text/html');
    const weight = fc.constantFrom('', ';q=0', ';q=0.3', '; Q=1', ';q=0.999');
    const parameter = fc.constantFrom(
      '',
      ';a=b',
      '; charset="utf-8"',
      ';p="x,y;q=0"',
      ' ;v',
      ';',
      String.raw`;p="\"," `,
    );
    const element = fc.record({ range, before: parameter, weight, after: parameter });
    fc.assert(
      fc.property(fc.array(element, { minLength: 1, maxLength: 5 }), (elements) => {
        const plain = elements.map((each) => each.range + each.weight).join(', ');
        const full = elements.map((each) => each.range + each.before + each.weight + each.after).join(', ');
        expect(chooseMediaType(BOTH, full)).toBe(chooseMediaType(BOTH, plain));
      }),
    );
  });

  it('accepts or refuses any text without an error', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aA/*+;,="\\ \tq0.1') });
    fc.assert(
      fc.property(text, (accept) => {
        expect([undefined, ...BOTH]).toContain(chooseMediaType(BOTH, accept));
      }),
    );
  });
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import { SCHEMES } from '../../../conformance/webhooks/scheme.ts';
import {
  chosenProbes,
  isSetByDeliveries,
  pageOf,
  receiverOf,
  schemeOf,
  secretOf,
  timeoutOf,
  toleranceOf,
} from './options.ts';

class Refused extends Error {}
const refuse = (message: string): never => {
  throw new Refused(message);
};

const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const HERE = { url: 'http://127.0.0.1:3000/hooks', scheme: SCHEMES['standard-webhooks'] };

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('the receiver is any URL of HTTP, query included, without a name and password', () => {
  expect(receiverOf('https://hooks.example/in?token=a#b', refuse)).toBe('https://hooks.example/in?token=a');
  expect(() => receiverOf(undefined, refuse)).toThrow(
    'no URL given. Expected the URL of the handler, as in: fleetkit receiver check',
  );
  expect(() => receiverOf('ftp://x/hooks', refuse)).toThrow('not a URL that starts with http:// or https://');
  expect(() => receiverOf('http://a:b@127.0.0.1/', refuse)).toThrow("--header 'Authorization: Basic …'");
  expect(() => pageOf('effects', refuse)).toThrow('--effects: expected a URL');
  expect(pageOf('http://127.0.0.1/effects', refuse)).toBe('http://127.0.0.1/effects');
});

describe('the secret', () => {
  test('comes from the option, the variable that is named, or the one that is ours', () => {
    vi.stubEnv('FLEETKIT_WEBHOOK_SECRET', `${SECRET}\n`);
    vi.stubEnv('OTHER', 'whsec_AAAA');
    expect(secretOf({}, HERE, refuse)).toBe(SECRET);
    expect(secretOf({ secretEnv: 'OTHER' }, HERE, refuse)).toBe('whsec_AAAA');
    expect(secretOf({ secret: 'whsec_BBBB' }, HERE, refuse)).toBe('whsec_BBBB');
  });

  test('is asked for when it is not there', () => {
    vi.stubEnv('FLEETKIT_WEBHOOK_SECRET', '');
    vi.stubEnv('OTHER', '');
    expect(() => secretOf({}, HERE, refuse)).toThrow('in FLEETKIT_WEBHOOK_SECRET or with --secret');
    expect(() => secretOf({ secretEnv: 'OTHER' }, HERE, refuse)).toThrow('the environment variable OTHER is not set');
    expect(() => secretOf({ secret: SECRET, secretEnv: 'OTHER' }, HERE, refuse)).toThrow('not both');
  });

  test('of another form is refused without being repeated', () => {
    const given = () => secretOf({ secret: 'no*pe' }, HERE, refuse);
    expect(given).toThrow('base64, as a rule after whsec_ (scheme standard-webhooks)');
    expect(given).not.toThrow('no*pe');
    expect(secretOf({ secret: 'no*pe' }, { ...HERE, scheme: SCHEMES.github }, refuse)).toBe('no*pe');
  });

  test('on the command line is warned of where others could see it, and not on this machine', () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    secretOf({ secret: SECRET }, HERE, refuse);
    expect(said).not.toHaveBeenCalled();
    secretOf({ secret: SECRET }, { ...HERE, url: 'https://hooks.example/' }, refuse);
    expect(said).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('prefer FLEETKIT_WEBHOOK_SECRET'));
  });
});

test('a scheme is known by name, or stands in a file', () => {
  expect(schemeOf('stripe', refuse)).toBe(SCHEMES.stripe);
  expect(() => schemeOf('strype', refuse)).toThrow(
    'did you mean stripe? Expected a file or one of standard-webhooks, svix, ',
  );
  expect(() => schemeOf(import.meta.filename, refuse)).toThrow('options.test.ts: ');
});

test('probes are chosen by id, in one option or several', () => {
  expect(chosenProbes(undefined, refuse)).toBeUndefined();
  expect(chosenProbes(['stale, future', 'get'], refuse)).toEqual(['stale', 'future', 'get']);
  expect(() => chosenProbes(['stael'], refuse)).toThrow('no probe "stael"; did you mean stale?');
});

test('times are seconds, or as people write them', () => {
  expect(['15', '2.5', '15s', '2m'].map((text) => timeoutOf(text, refuse))).toEqual([15_000, 2500, 15_000, 120_000]);
  for (const text of ['soon', '0', '-1', '1h', ''])
    expect(() => timeoutOf(text, refuse)).toThrow('--timeout: expected a time above 0 and up to 10 minutes');
  expect(() => timeoutOf('1.5', refuse)).toThrow('--timeout: expected 2 seconds or more, got "1.5"');
  expect(toleranceOf('5m', refuse)).toBe(300);
  expect(() => toleranceOf('5', refuse)).toThrow('--tolerance: expected 10 seconds or more, got "5"');
});

test('headers that deliveries set cannot be added', () => {
  const isSet = isSetByDeliveries(HERE.scheme);
  expect(['Webhook-Id', 'HOST', 'content-type'].map(isSet)).toEqual([true, true, true]);
  expect(['Authorization', 'X-API-Key', 'svix-id'].map(isSet)).toEqual([false, false, false]);
});

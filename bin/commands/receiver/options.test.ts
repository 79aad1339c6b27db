import { afterEach, describe, expect, test, vi } from 'vitest';
import { SCHEMES } from '../../../conformance/webhooks/scheme.ts';
import {
  isSetByDeliveries,
  parseEffectsUrl,
  parseHandlerUrl,
  parseProbeIds,
  parseProcessedTypes,
  parseTimeout,
  parseTolerance,
  readScheme,
  readSecret,
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

test('accepts any HTTP URL with a query, but without credentials', () => {
  expect(parseHandlerUrl('https://hooks.example/in?token=a#b', refuse)).toBe('https://hooks.example/in?token=a');
  expect(() => parseHandlerUrl(undefined, refuse)).toThrow(
    'no URL given. Expected the URL of the handler, as in: fleetkit receiver check',
  );
  expect(() => parseHandlerUrl('ftp://x/hooks', refuse)).toThrow('not a URL that starts with http:// or https://');
  expect(() => parseHandlerUrl('http://a:b@127.0.0.1/', refuse)).toThrow("--header 'Authorization: Basic …'");
  expect(() => parseEffectsUrl('effects', refuse)).toThrow('--effects: expected a URL');
  expect(parseEffectsUrl('http://127.0.0.1/effects', refuse)).toBe('http://127.0.0.1/effects');
});

test('accepts the types that a handler must process only with a page of effects', () => {
  const effects = 'http://127.0.0.1/effects';
  expect(parseProcessedTypes({ effects }, refuse)).toBeUndefined();
  expect(parseProcessedTypes({ effects, processes: 'cash_*, command_failed' }, refuse)).toEqual(
    expect.arrayContaining(['cash_low', 'cash_out', 'command_failed']),
  );
  expect(() => parseProcessedTypes({ processes: 'cash_low' }, refuse)).toThrow('--processes needs --effects');
  expect(() => parseProcessedTypes({ effects, processes: 'cash_lo' }, refuse)).toThrow('Did you mean cash_low?');
});

describe('the secret of a receiver', () => {
  test('comes from the option, the named variable, or the default variable', () => {
    vi.stubEnv('FLEETKIT_WEBHOOK_SECRET', `${SECRET}\n`);
    vi.stubEnv('OTHER', 'whsec_AAAA');
    expect(readSecret({}, HERE, refuse)).toBe(SECRET);
    expect(readSecret({ secretEnv: 'OTHER' }, HERE, refuse)).toBe('whsec_AAAA');
    expect(readSecret({ secret: 'whsec_BBBB' }, HERE, refuse)).toBe('whsec_BBBB');
  });

  test('is required', () => {
    vi.stubEnv('FLEETKIT_WEBHOOK_SECRET', '');
    vi.stubEnv('OTHER', '');
    expect(() => readSecret({}, HERE, refuse)).toThrow('in FLEETKIT_WEBHOOK_SECRET or with --secret');
    expect(() => readSecret({ secretEnv: 'OTHER' }, HERE, refuse)).toThrow('the environment variable OTHER is not set');
    expect(() => readSecret({ secret: SECRET, secretEnv: 'OTHER' }, HERE, refuse)).toThrow('not both');
  });

  test('is rejected in another form without being repeated', () => {
    const given = () => readSecret({ secret: 'no*pe' }, HERE, refuse);
    expect(given).toThrow('base64, usually after whsec_ (scheme standard-webhooks)');
    expect(given).not.toThrow('no*pe');
    expect(readSecret({ secret: 'no*pe' }, { ...HERE, scheme: SCHEMES.github }, refuse)).toBe('no*pe');
  });

  test('causes a warning on the command line, except for a receiver on this machine', () => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    readSecret({ secret: SECRET }, HERE, refuse);
    expect(stderr).not.toHaveBeenCalled();
    readSecret({ secret: SECRET }, { ...HERE, url: 'https://hooks.example/' }, refuse);
    expect(stderr).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('prefer FLEETKIT_WEBHOOK_SECRET'));
  });
});

test('a scheme is a built-in name or a file', () => {
  expect(readScheme('stripe', refuse)).toBe(SCHEMES.stripe);
  expect(() => readScheme('strype', refuse)).toThrow(
    'did you mean stripe? Expected a file or one of standard-webhooks, svix, ',
  );
  expect(() => readScheme(import.meta.filename, refuse)).toThrow('options.test.ts: ');
});

test('one or several options select probes by id', () => {
  expect(parseProbeIds(undefined, refuse)).toBeUndefined();
  expect(parseProbeIds(['stale, future', 'get'], refuse)).toEqual(['stale', 'future', 'get']);
  expect(() => parseProbeIds(['stael'], refuse)).toThrow('no probe "stael"; did you mean stale?');
});

test('times are seconds or durations such as 5m', () => {
  expect(['15', '2.5', '15s', '2m'].map((text) => parseTimeout(text, refuse))).toEqual([15_000, 2500, 15_000, 120_000]);
  for (const text of ['soon', '0', '-1', '1h', ''])
    expect(() => parseTimeout(text, refuse)).toThrow('--timeout: expected a time above 0 and up to 10 minutes');
  expect(() => parseTimeout('1.5', refuse)).toThrow('--timeout: expected 2 seconds or more, got "1.5"');
  expect(parseTolerance('5m', refuse)).toBe(300);
  expect(() => parseTolerance('5', refuse)).toThrow('--tolerance: expected 10 seconds or more, got "5"');
});

test('headers that deliveries set cannot be added', () => {
  const isSet = isSetByDeliveries(HERE.scheme);
  expect(['Webhook-Id', 'HOST', 'content-type'].map(isSet)).toEqual([true, true, true]);
  expect(['Authorization', 'X-API-Key', 'svix-id'].map(isSet)).toEqual([false, false, false]);
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Sandbox, startSandbox } from './index.ts';

/* Options that TypeScript does not check, as in JavaScript. */

const start = (options: unknown): Promise<Sandbox> => startSandbox(options as Parameters<typeof startSandbox>[0]);

/** Returns the message with which a start is refused. */
async function refusal(options: unknown): Promise<string> {
  const result = await start(options).catch((error: unknown) => error);
  if (!(result instanceof RangeError)) throw new Error('it was not refused');
  return result.message;
}

const SECRET = 'hunter2-hunter2-hunter2';

describe('startSandbox', () => {
  test.each<[options: unknown, message: string]>([
    [{ seed: '7' }, 'startSandbox: the option seed is "7"; expected a whole number from 0 to 4294967295.'],
    [{ seed: Number.NaN }, 'seed is NaN; expected a whole number'],
    [{ seed: -1 }, 'seed is -1;'],
    [{ seed: 1.5 }, 'seed is 1.5;'],
    [{ seed: 2 ** 32 }, 'seed is 4294967296;'],
    [{ seed: 7n }, 'seed is 7;'],
    [{ seed: null }, 'seed is null;'],
    [{ seed: [7] }, 'seed is of the type array;'],
    [{ sed: 7 }, 'startSandbox: there is no option "sed". Did you mean seed?'],
    [{ Seed: 7 }, 'Did you mean seed?'],
    [{ SEED: undefined }, 'Did you mean seed?'],
    [{ rateLimit: 'x' }, 'there is no option "rateLimit". The options are port, host, seed,'],
    [{ ratePerMin: 5 }, 'Did you mean ratePerMinute?'],
    [{ constructor: 1 }, 'there is no option "constructor"'],
    [{ hasOwnProperty: 1 }, 'there is no option "hasOwnProperty"'],
    [{ port: '0' }, 'port is "0"; expected a whole number from 0 to 65535 or false.'],
    [{ port: 65_536 }, 'port is 65536;'],
    [{ port: true }, 'port is true;'],
    [{ host: '' }, 'host is ""; expected a text that is not empty.'],
    [{ host: 127 }, 'host is 127;'],
    [{ terminals: 0 }, 'terminals is 0; expected a whole number from 1 to 20000.'],
    [{ terminals: 20_001 }, 'terminals is 20001;'],
    [{ data: '' }, 'data is "";'],
    [{ data: new URL('file:///tmp') }, 'data is of the type object;'],
    [{ publicUrl: 'sandbox.example' }, 'publicUrl is "sandbox.example"; expected a URL that starts with http:// or'],
    [{ publicUrl: 'ftp://sandbox.example' }, 'publicUrl is'],
    [{ hosted: 'false' }, 'hosted is "false"; expected true or false.'],
    [{ hosted: 0 }, 'hosted is 0;'],
    [{ ratePerMinute: 'x' }, 'ratePerMinute is "x";'],
    [{ ratePerMinute: 0 }, 'ratePerMinute is 0;'],
    [{ ratePerMinute: Number.POSITIVE_INFINITY }, 'ratePerMinute is Infinity;'],
    [{ trustProxy: true }, 'trustProxy is true; expected a whole number from 1 or a list of texts.'],
    [{ trustProxy: 'loopback' }, 'trustProxy is "loopback";'],
    [{ trustProxy: [1] }, 'trustProxy is of the type array;'],
    [{ maxConnections: -5 }, 'maxConnections is -5;'],
    [{ maxWorkspaces: -1 }, 'maxWorkspaces is -1;'],
    [{ realNow: 5 }, 'realNow is 5; expected a function.'],
    [{ quotas: 5 }, 'quotas is 5; expected an object.'],
    [{ quotas: { fact: 5 } }, 'startSandbox, quotas: there is no option "fact". Did you mean facts?'],
    [{ quotas: { facts: '5' } }, 'startSandbox, quotas: the option facts is "5";'],
    [{ destinations: 'local' }, 'destinations is "local";'],
    [{ destinations: { mode: 'public' } }, `the option mode is "public"; expected 'local' or 'hosted'.`],
    [{ destinations: { allowHTTP: true } }, 'Did you mean allowHttp?'],
    [{ destinations: { allow: '10.0.0.0/8' } }, 'allow is "10.0.0.0/8"; expected a list of texts.'],
    [{ workspace: { nam: 'x' } }, 'startSandbox, workspace: there is no option "nam". Did you mean name?'],
    [{ workspace: { expiresInSeconds: '1h' } }, 'expiresInSeconds is "1h";'],
    [{ workspace: 'x' }, 'the option workspace is "x"; expected an object.'],
    [null, 'startSandbox: expected an object with options, got a value of the type null.'],
    [7, 'got a value of the type number.'],
    [[{ seed: 7 }], 'got a value of the type array.'],
  ])('refuses case %#', async (options, message) => {
    expect(await refusal(options)).toContain(message);
  });

  test.each([
    { operatorToken: [SECRET] },
    { cursorSecret: { value: SECRET } },
    { database: new URL(`postgres://me:${SECRET}@db.example/x`) },
    { host: { [SECRET]: SECRET } },
    { workspace: { operatorToken: { SECRET } } },
  ])('does not show what may be secret: case %#', async (options) => {
    expect(await refusal(options)).not.toMatch(/hunter2/);
  });

  it('refuses every value of another kind for every option', async () => {
    const names = ['port', 'host', 'seed', 'terminals', 'data', 'database', 'publicUrl', 'hosted', 'quotas', 'realNow'];
    const more = ['maxWorkspaces', 'ratePerMinute', 'trustProxy', 'maxConnections', 'operatorToken', 'cursorSecret'];
    const kinds = fc.constantFrom<unknown>(null, Number.NaN, -1, 0.5, '', Symbol('x'), 2n ** 70n, [[]], [null]);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names, ...more), kinds, async (name, value) => {
        expect(await refusal({ [name]: value })).toContain(`the option ${name} is `);
      }),
    );
  });

  it('accepts options that are undefined, and valid ones', async () => {
    const trustProxy = ['loopback', '10.0.0.0/8'];
    await using sandbox = await start({ port: false, seed: undefined, trustProxy, quotas: { facts: 0 } });
    expect(await (await sandbox.fetch('/healthz')).json()).toEqual({ status: 'ok' });
  });
});

describe('await using', () => {
  it('closes the sandbox at the end of the block, also after close', async () => {
    let url = '';
    {
      await using sandbox = await start({ port: 0 });
      url = sandbox.url;
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    }
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    await using again = await start({ port: false });
    await again.close();
    await again.close();
  });
});

describe('a sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await start({ port: false });
  });
  afterAll(() => sandbox.close());

  type Refused = [
    method: string,
    call: (sandbox: Sandbox, options: never) => Promise<unknown>,
    options: object,
    message: string,
  ];
  test.each<Refused>([
    ['trigger', (one, options) => one.trigger('cash_low', options), { terminalID: 'NW104310' }, 'mean terminalId?'],
    ['trigger', (one, options) => one.trigger('cash_low', options), { advance: 'yes' }, 'advance is "yes"'],
    ['settled', (one, options) => one.settled(options), { timeout: 5 }, 'Did you mean timeoutMs?'],
    ['settled', (one, options) => one.settled(options), { timeoutMs: Number.NaN }, 'timeoutMs is NaN'],
    ['reset', (one, options) => one.reset(options), { tenant: 'acct_delgado' }, 'Did you mean tenantId?'],
    ['deliveries', (one, options) => one.deliveries(options), { since: '2026' }, 'since is "2026"; expected a valid'],
    ['deliveries', (one, options) => one.deliveries(options), { terminal: 'x' }, 'Did you mean terminalId?'],
    ['destinations.add', (one, options) => one.destinations.add(options), { inbox: false }, 'inbox is false'],
    ['destinations.add', (one, options) => one.destinations.add(options), { types: 'cash_low' }, 'types is "cash_low"'],
    [
      'destinations.add',
      (one, options) => one.destinations.add(options),
      { secret: [SECRET] },
      'secret is of the type',
    ],
    ['destinations.test', (one, options) => one.destinations.test('x', options), { typ: 'x' }, 'Did you mean type?'],
  ])('%s refuses an unknown or invalid option', async (...[name, call, options, message]) => {
    const refused = call(sandbox, options as never); // as JavaScript may call it
    await expect(refused).rejects.toThrow(RangeError);
    await expect(refused).rejects.toThrow(`sandbox.${name}: `);
    await expect(refused).rejects.toThrow(message);
  });
});

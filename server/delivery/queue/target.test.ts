import { expect, test } from 'vitest';
import type { Destination } from '../../world/state/destinations.ts';
import { sandboxMs } from '../../world/state/time.ts';
import { createSecret, revealSecret } from '../signing/signer.ts';
import { NORTHWAY } from '../testing/deliveries.ts';
import { createTestDestination } from '../testing/targets.ts';
import { toDeliveryTarget } from './target.ts';

const [newest, older, oldest] = [1, 2, 3].map((byte) => revealSecret(createSecret(Buffer.alloc(32, byte))));
const createExpiringSecret = (
  secret: string | undefined,
  expiresAtMs: number | null,
): Destination['secrets'][number] => ({
  secret: secret ?? '',
  createdAtMs: sandboxMs(0),
  expiresAtMs: expiresAtMs === null ? null : sandboxMs(expiresAtMs),
});

test('returns a target with the unexpired secrets, newest first', () => {
  const secrets = [
    createExpiringSecret(newest, null),
    createExpiringSecret(older, 50),
    createExpiringSecret(oldest, 20),
  ];
  const signingAt = (ms: number) =>
    toDeliveryTarget(NORTHWAY, createTestDestination({ secrets }), sandboxMs(ms)).secrets.map(revealSecret);
  expect(signingAt(19)).toEqual([newest, older, oldest]);
  expect(signingAt(20)).toEqual([newest, older]);
  expect(signingAt(50)).toEqual([newest]);
});

test('returns a target that is sending or disabled like its destination', () => {
  const createWithStatus = (status: Destination['status']) => {
    const { isSending, isDisabled } = toDeliveryTarget(NORTHWAY, createTestDestination({ status }), sandboxMs(0));
    return [isSending, isDisabled];
  };
  expect([createWithStatus('enabled'), createWithStatus('paused'), createWithStatus('disabled')]).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
});

test('throws for an invalid stored secret without repeating it', () => {
  const secrets = [createExpiringSecret('whsec_hush', null)];
  const make = () => toDeliveryTarget(NORTHWAY, createTestDestination({ secrets }), sandboxMs(0));
  expect(make).toThrow('invalid stored secret');
  expect(make).not.toThrow('hush');
});

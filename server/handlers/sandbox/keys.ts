import { formatInstant } from '../../../base/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { invalidBody, notFound } from '../../problems/problem.ts';
import type { ControlContext, ControlWrite, SandboxHandler } from '../../sandbox-contract.ts';
import { createKeyText, digestKey, type IssuedKey, KEY_BYTES } from '../../world/state/issued-keys.ts';
import { WHOLE_SANDBOX } from '../../world/state/sandbox-facts.ts';
import { type RealMs, realMs } from '../../world/state/time.ts';

/** Maximum number of keys of a world. Revoked ones do not count. */
const MAX_KEYS = 1000;
const LONGEST_READ_ONLY_SECONDS = 30 * 86_400;
const DEFAULT_OVERLAP_SECONDS = 86_400;

/** @see gap sandbox.keys */
export const listKeys: SandboxHandler<'listKeys'> = (controlContext) => ({
  status: 200,
  body: { object: 'list', data: [...controlContext.issuedKeys.values()].map((key) => presentKey(controlContext, key)) },
});

/** @see gap sandbox.keys */
export const issueKey: SandboxHandler<'issueKey'> = (controlContext, { body }) => {
  const tenantId = findTenantOfUser(controlContext, body.user_id);
  if (tenantId === undefined)
    return invalidBody({
      pointer: '/user_id',
      code: 'unknown_user',
      detail: 'There is no such user. GET /sandbox/users lists the users.',
    });
  if (controlContext.issuedKeys.size >= MAX_KEYS)
    return invalidBody({
      pointer: '',
      code: 'out_of_range',
      detail: `A sandbox has at most ${MAX_KEYS} issued keys. Revoke one first.`,
    });
  const { read_only: isReadOnly = false, expires_in_seconds: seconds } = body;
  if (isReadOnly && (seconds === undefined || seconds > LONGEST_READ_ONLY_SECONDS))
    return invalidBody({
      pointer: '/expires_in_seconds',
      code: seconds === undefined ? 'missing' : 'out_of_range',
      detail: `A read-only key must expire. Expected at most ${LONGEST_READ_ONLY_SECONDS}, which are 30 days.`,
    });
  const issued = makeKey(controlContext, { tenantId, userId: body.user_id, seconds, isReadOnly });
  return { status: 201, ...presentIssued(controlContext, issued, [issued.record]) };
};

/** @see gap sandbox.keys */
export const rotateKey: SandboxHandler<'rotateKey'> = (controlContext, { path, body }) => {
  const before = controlContext.issuedKeys.get(readKeyId(path.key_id));
  if (before === undefined) return notFound();
  const { tenantId, userId, expiresAtMs, isReadOnly = false } = before;
  if (isReadOnly)
    return invalidBody({
      pointer: '',
      code: 'unknown_value',
      detail: 'A read-only key cannot be replaced. Revoke it, and issue another one.',
    });
  const endMs = realMs(controlContext.realMs + (body.overlap_seconds ?? DEFAULT_OVERLAP_SECONDS) * 1000);
  const ending = { ...before, expiresAtMs: expiresAtMs !== null && expiresAtMs < endMs ? expiresAtMs : endMs };
  const issued = makeKey(controlContext, { tenantId, userId, seconds: body.expires_in_seconds, isReadOnly });
  return { status: 201, ...presentIssued(controlContext, issued, [ending, issued.record]) };
};

/** @see gap sandbox.keys */
export const revokeKey: SandboxHandler<'revokeKey'> = ({ issuedKeys, nowMs }, { path }) => {
  const keyId = readKeyId(path.key_id);
  if (!issuedKeys.has(keyId)) return notFound();
  return {
    status: 200,
    body: { key_id: path.key_id, deleted: true },
    write: { tenantId: WHOLE_SANDBOX, facts: [{ type: 'api-key-revoked', atMs: nowMs, keyId }] },
  };
};

interface NewKey {
  readonly tenantId: string;
  readonly userId: string;
  /** Undefined: it does not expire. */
  readonly seconds: number | undefined;
  readonly isReadOnly: boolean;
}

interface MadeKey {
  readonly key: string;
  readonly record: IssuedKey;
}

function makeKey({ deliveryInputs, realMs: now, worldName }: ControlContext, of: NewKey): MadeKey {
  const { tenantId, userId, seconds, isReadOnly } = of;
  const { keyId, key } = createKeyText(worldName, deliveryInputs.randomBytes.subarray(0, KEY_BYTES));
  const expiresAtMs = seconds === undefined ? null : realMs(now + seconds * 1000);
  const record: IssuedKey = { keyId, tenantId, userId, digest: digestKey(key), issuedAtMs: now, expiresAtMs };
  return { key, record: isReadOnly ? { ...record, isReadOnly: true } : record };
}

function presentIssued(
  controlContext: ControlContext,
  { key, record }: MadeKey,
  keys: readonly IssuedKey[],
): { readonly body: SandboxSchemas['IssuedKey']; readonly write: ControlWrite } {
  return {
    body: { api_key: key, ...presentKey(controlContext, record) },
    write: { tenantId: WHOLE_SANDBOX, facts: [{ type: 'api-keys-saved', atMs: controlContext.nowMs, keys }] },
  };
}

function presentKey(
  { views, realMs: now }: ControlContext,
  { keyId, tenantId, userId, issuedAtMs, expiresAtMs, isReadOnly }: IssuedKey,
): SandboxSchemas['IssuedKeyState'] {
  const user = views
    .find(({ tenant }) => tenant.tenantId === tenantId)
    ?.tenant.users.find((one) => one.userId === userId);
  const isUsable = user?.status === 'active';
  return {
    key_id: `key_${keyId}`,
    tenant_id: tenantId,
    user_id: userId,
    issued_at: formatInstant(issuedAtMs),
    expires_at: expiresAtMs === null ? null : formatInstant(expiresAtMs),
    read_only: isReadOnly === true,
    key_state: isUsable ? readState(expiresAtMs, now) : 'disabled',
  };
}

const readState = (expiresAtMs: RealMs | null, now: RealMs): 'active' | 'expired' =>
  expiresAtMs !== null && expiresAtMs <= now ? 'expired' : 'active';

const readKeyId = (id: string): string => id.replace(/^key_/, '');

const findTenantOfUser = ({ views }: ControlContext, userId: string): string | undefined =>
  views.find(({ tenant }) => tenant.users.some((user) => user.userId === userId))?.tenant.tenantId;

import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { maskedHeaders } from '../delivery/answer.ts';
import type { Courier } from '../delivery/courier.ts';
import { fingerprintOf, type Verdict, verify } from '../delivery/signer.ts';
import { targetOf } from '../delivery/target.ts';
import type { Destination, InboxAnswer } from '../world/destinations.ts';
import { callOf } from './call.ts';

/** Largest delivery that an inbox takes in, bytes. What is more is let pass unread. */
const MOST_BYTES = 64 * 1024;

/**
 * Takes what is posted to an inbox, and answers as it was told. It knows its senders by the token alone, as any receiver
 * does; whether the signature is right is for those who look into it. @see gap inbox.answers
 */
export function receiveDeliveries(courier: Courier): RequestHandler {
  return (request, response, next) => {
    const [, token] = /^\/sandbox\/inbox\/([A-Za-z0-9_-]{1,64})$/.exec(callOf(response).path) ?? [];
    const found = request.method === 'POST' && token !== undefined ? courier.inboxAt(token) : undefined;
    if (found === undefined || token === undefined) {
      next();
      return;
    }
    receive(courier, token, found, request)
      .then(async (answer) => {
        if (answer.status === 'never') return; // until the sender gives up
        if (answer.delayMs > 0) await wait(answer.delayMs, undefined, { ref: false }); // does not keep the process
        if (answer.retryAfterSeconds !== null) response.setHeader('Retry-After', String(answer.retryAfterSeconds));
        response.statusCode = answer.status;
        response.end();
      })
      .catch(next);
  };
}

async function receive(
  courier: Courier,
  token: string,
  { tenantId, destination }: { readonly tenantId: string; readonly destination: Destination },
  request: IncomingMessage,
): Promise<InboxAnswer> {
  const { body, isTruncated } = await readBody(request);
  const now = courier.now();
  const { secrets } = targetOf(tenantId, destination, now.sandboxMs);
  const verdict = verify({ headers: request.headers, body, secrets, nowMs: now.realMs });
  const isVerified = verdict.kind === 'ok' && !isTruncated;
  const answer = courier.inboxes.nextAnswer(token, destination);
  const signer = verdict.kind === 'ok' ? secrets[verdict.secret] : undefined;
  const id = request.headers['webhook-id'];
  courier.inboxes.record(token, destination, {
    receivedAtMs: now.realMs,
    sandboxAtMs: now.sandboxMs,
    eventId: typeof id === 'string' ? id : null,
    type: typeOf(body),
    headers: maskedHeaders(request.headers),
    body: textOf(body, isTruncated),
    isTruncated,
    signature: {
      isVerified,
      message: isTruncated ? TOO_LARGE : messageOf(verdict, signer === undefined ? '' : fingerprintOf(signer)),
    },
    answer,
  });
  return answer;
}

async function readBody(request: IncomingMessage): Promise<{ readonly body: Buffer; readonly isTruncated: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (size < MOST_BYTES) chunks.push(chunk.subarray(0, MOST_BYTES - size));
    size += chunk.length;
  }
  return { body: Buffer.concat(chunks), isTruncated: size > MOST_BYTES };
}

const TOO_LARGE = `Of the body only the first ${MOST_BYTES} bytes were read, and a signature is of all of them.`;

/** As text; a character that the end cuts through is left out. */
const textOf = (body: Buffer, isTruncated: boolean): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(body, { stream: isTruncated });

function typeOf(body: Buffer): string | null {
  try {
    const event: unknown = JSON.parse(body.toString('utf8'));
    return typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string'
      ? event.type
      : null;
  } catch {
    return null;
  }
}

function messageOf(verdict: Verdict, fingerprint: string): string {
  switch (verdict.kind) {
    case 'ok':
      return `Signed with the secret ${fingerprint}, ${Math.abs(verdict.ageSeconds)} s ago.`;
    case 'missing-header':
      return `The header ${verdict.header} is missing.`;
    case 'malformed-timestamp':
      return 'The header webhook-timestamp is no number of seconds.';
    case 'too-old':
      return `The timestamp is ${verdict.ageSeconds} s old; 300 are allowed.`;
    case 'too-new':
      return `The timestamp is ${-verdict.ageSeconds} s in the future; 300 are allowed.`;
    case 'malformed-signature':
      return `There is no signature to look at: ${verdict.reason}.`;
    case 'no-match':
      return 'No signature matches a secret of the destination and the bytes that came.';
    default:
      return verdict satisfies never;
  }
}

import type { SendControlRequest } from '../control/control-request.ts';
import { createRequest } from './in-process.ts';
import { type Refusal, SandboxRefusal } from './sandbox-refusal.ts';

export interface ControlAccess {
  /** The URL of the sandbox, without a trailing slash. It may have a base path. */
  readonly url: string;
  readonly operatorToken: string;
  fetch(request: Request): Promise<Response>;
}

/** Sends requests to the control plane as the operator. Rejects with a `SandboxRefusal`. */
export const createSender =
  ({ url, operatorToken, fetch }: ControlAccess): SendControlRequest =>
  async ({ method, path, body }) => {
    const headers = { Authorization: `Bearer ${operatorToken}`, 'Content-Type': 'application/json' };
    const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(createRequest(`${url}/sandbox/${path}`, sent));
    const answer: unknown = await response.json();
    if (!response.ok) throw new SandboxRefusal(answer as Refusal); // every refusal is a problem document
    return answer;
  };

import type RssParser from 'rss-parser';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { StepInterrupted } from './step-interrupted.ts';

/** The sandbox that a scenario is played on, with credentials. */
export interface SandboxAccess {
  /** Accepts a path, such as `/v1/portal`. */
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** Credentials for the control plane. */
  readonly operatorHeaders: Readonly<Record<string, string>>;
  /** API keys by user id. */
  readonly keys: Readonly<Record<string, string>>;
}

/** A request to the control plane or as a user. */
interface ScenarioRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** The parsed reply; a feed is `{ title, items }`. */
export interface ScenarioReply {
  readonly status: number;
  readonly body: unknown;
}

/** Calls the control plane. A refusal interrupts the scenario with its detail. */
export async function callControlPlane<Answer>(place: SandboxAccess, request: ScenarioRequest): Promise<Answer> {
  const { status, body } = await send(place, { ...request, path: `/sandbox/${request.path}` }, place.operatorHeaders);
  if (status < 300) return body as Answer; // the contract of the sandbox that answered
  const problem = (body ?? {}) as Partial<SandboxSchemas['SandboxProblem']>; // each member is checked before use
  const { detail = `The sandbox answered ${status}.`, errors = [] } = problem;
  const kind = status === 401 || status === 403 ? 'refused' : 'impossible';
  throw new StepInterrupted(kind, [detail, ...errors.map((error) => error.detail)].join(' '));
}

/** Sends a request as a user. A key that is no longer valid interrupts the scenario. */
export async function sendAsUser(
  place: SandboxAccess,
  userId: string,
  request: ScenarioRequest,
): Promise<ScenarioReply> {
  const answer = await send(place, request, { 'X-API-Key': place.keys[userId] ?? '' });
  if (answer.status !== 401) return answer;
  throw new StepInterrupted(
    'impossible',
    `The key of ${userId} is not valid. Expected an active key; run \`fleetkit reset\` and play the scenario again.`,
  );
}

async function send(
  { fetch }: SandboxAccess,
  { method, path, body }: ScenarioRequest,
  headers: Record<string, string>,
): Promise<ScenarioReply> {
  const withBody = body === undefined ? {} : { body: JSON.stringify(body) };
  const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(path, { method, headers: { ...headers, ...type }, ...withBody });
  const text = await response.text();
  const isFeed = response.headers.get('content-type')?.includes('rss') === true;
  return { status: response.status, body: isFeed ? await parseFeed(text) : parseJson(text) };
}

async function parseFeed(text: string): Promise<RssParser.Output<unknown>> {
  const { default: Parser } = await import('rss-parser');
  return new Parser().parseString(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

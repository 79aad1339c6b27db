import { parseExactJson } from '../../../conformance/http/bodies/json-text.ts';
import { createHttpTransport } from '../../../conformance/http/transport/transport.ts';
import type { TlsOptions } from '../../../conformance/index.ts';
import { findOpenapiDocument } from '../../../conformance/reading/published-document.ts';
import type { TrafficContract } from '../../../conformance/traffic/index.ts';
import { operations } from '../../../spec/index.ts';
import { readContractChoice } from '../conform/config.ts';
import type { Refuse } from '../shared/refuse.ts';

interface ContractContext {
  readonly upstream: URL;
  readonly tls: TlsOptions;
  readonly refuse: Refuse;
}

/** The contract, and its description for the user. */
interface ChosenContract {
  readonly contract: TrafficContract;
  readonly description: string;
}

const NO_KEYS = { keys: new Map(), expectations: new Map() } as const;
const TIMEOUT_MS = 10_000;

/** Returns the contract that `--contract` names. By default, the one that the deployment publishes, or the built-in one if it fits. */
export async function chooseContract(choice: string | undefined, context: ContractContext): Promise<ChosenContract> {
  const { upstream, refuse } = context;
  if (choice === undefined || choice === 'published') {
    const published = await readPublishedContract(context);
    if ('document' in published) return { contract: published, description: `the one that ${upstream.host} publishes` };
    if (choice === 'published') return refuse(`the published contract cannot be read: ${published.problem}`);
    return {
      contract: 'auto',
      description: `the built-in one, if the first responses keep it, because ${published.problem}`,
    };
  }
  const chosen = readContractChoice({ contract: choice }, NO_KEYS, refuse);
  if (typeof chosen === 'object') return { contract: chosen, description: choice };
  return { contract: 'builtin', description: 'the built-in one' };
}

/** Reads the document at the documented path, which needs no key. A problem completes "… because". */
async function readPublishedContract({
  upstream,
  tls,
}: ContractContext): Promise<{ readonly document: unknown } | { readonly problem: string }> {
  const { transport, close } = createHttpTransport({ timeoutMs: TIMEOUT_MS, tls });
  const url = upstream.href.replace(/\/+$/, '') + operations.getPublicOpenapi.path;
  try {
    const { status, body } = await transport({ method: 'GET', url, headers: [['Accept', 'application/json']] });
    const parsed = parseExactJson(Buffer.from(body).toString());
    const document = parsed.isUnreadable ? undefined : findOpenapiDocument(parsed.value);
    if (status === 200 && document !== undefined) return { document };
    return { problem: `${url} has no OpenAPI document (status ${status})` };
  } catch (thrown) {
    return { problem: `${url} cannot be read: ${thrown instanceof Error ? thrown.message : thrown}` };
  } finally {
    await close();
  }
}

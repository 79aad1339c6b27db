import { type Client, createClient, type Exchange, type Transport } from '../http/client.ts';
import type { ValuePointer } from '../reading/pointers.ts';
import { inconclusive, type Verdict } from '../reading/verdicts/verdict.ts';
import type { ChallengeResult } from './challenge/challenge-result.ts';
import { listForbiddenFamilies, listMutations, type Mutation } from './challenge/mutations.ts';
import {
  createReplay,
  groupByRequest,
  identify,
  type RecordedExchange,
  type RecordedTraffic,
} from './challenge/recorded-traffic.ts';
import { type Check, listRules } from './check.ts';

export interface Challenger {
  /**
   * Repeats a check that passed, without the target, on its own responses with changes that its rules forbid.
   * @returns `undefined` if the check cannot be repeated or its rules forbid none of the changes
   */
  challenge(one: Check): Promise<ChallengeResult | undefined>;
}

export interface ChallengerOptions {
  readonly traffic: RecordedTraffic;
  readonly baseUrl: string;
  readonly keys: ReadonlyMap<string, string>;
  /** Runs a check with another client. */
  readonly judge: (one: Check, client: Client) => Promise<Repetition>;
}

/** The verdict of a repeated check, with its exchanges. */
export interface Repetition {
  readonly verdict: Verdict;
  readonly exchanges: readonly Exchange[];
  /** The places that it read in a response. */
  readonly listPlaces: (exchange: Exchange) => readonly ValuePointer[];
}

/** Creates what challenges the passes of a run, after all its requests. */
export function createChallenger({ traffic, baseUrl, keys, judge }: ChallengerOptions): Challenger {
  const recorded = groupByRequest(traffic.exchanges);
  const repeat = async (one: Check, transport: Transport): Promise<Repetition> => {
    const client = createClient({ baseUrl, keys, transport, wait: () => Promise.resolve() });
    try {
      return await judge(one, client);
    } finally {
      client.bodies.close();
    }
  };
  // a check that sends a further read to confirm a finding cannot have it here: it noticed the change too
  const notices = async (one: Check, { of, response }: Mutation): Promise<boolean> => {
    const key = identify(of.request);
    const alter = ({ request }: RecordedExchange) => (identify(request) === key ? response : undefined);
    const { verdict } = await repeat(one, createReplay(recorded, alter).transport);
    return verdict.kind !== 'pass' && verdict.kind !== 'error';
  };
  return {
    async challenge(one) {
      const families = listForbiddenFamilies(listRules(one));
      if (families.size === 0 || one.needs.includes('archive')) return undefined;
      const replay = createReplay(recorded);
      const { verdict, exchanges, listPlaces } = await repeat(one, replay.transport);
      if (verdict.kind !== 'pass') return undefined;
      const places = new Map(exchanges.map((exchange) => [exchange.request.url, listPlaces(exchange)]));
      const source = {
        requested: replay.requested,
        all: traffic.exchanges,
        listPlaces: ({ request }: RecordedExchange) => places.get(request.url) ?? [],
      };
      const mutations = listMutations(source, families);
      const unnoticed: string[] = [];
      for (const mutation of mutations) if (!(await notices(one, mutation))) unnoticed.push(mutation.description);
      return mutations.length === 0
        ? undefined
        : { tried: mutations.length, noticed: mutations.length - unnoticed.length, unnoticed };
    },
  };
}

const SHOWN = 3;

/** Returns the verdict of a pass after its challenge: a pass that noticed no change proves nothing. */
export function judgeChallenge(verdict: Verdict, result: ChallengeResult | undefined): Verdict {
  if (verdict.kind !== 'pass' || result === undefined || result.noticed > 0) return verdict;
  const shown = result.unnoticed.slice(0, SHOWN).join('; ');
  const more = result.unnoticed.length > SHOWN ? `; and ${result.unnoticed.length - SHOWN} other changes` : '';
  return inconclusive(`not verified: would not have noticed ${shown}${more}`, ...verdict.evidence);
}

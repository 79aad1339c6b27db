import type { Bindings } from './bindings.ts';
import type { Need, Offers } from './check.ts';
import type { ChoiceBook } from './choices.ts';
import type { Exchange, Session } from './client.ts';
import { asInsider, type Pair, type Principal, type Sights } from './principals.ts';
import type { SchemaBudget } from './schema-budget.ts';

/** What the offers of a run are made from. */
export interface Ground {
  readonly sights: ReadonlyMap<string, Sights>;
  readonly pairs: readonly Pair[];
  readonly archive: readonly Exchange[];
  readonly bindings: Bindings;
  readonly contract: Offers['contract'];
  readonly writesAllowed: boolean;
  readonly madeUpKey: string;
  readonly seed: number;
  readonly choices: ChoiceBook;
  readonly schemas: SchemaBudget;
  readonly repeatsAKey: (text: string) => boolean;
}

/** The contract that responses are held against: the kit's own, that of the target alone, or an OpenAPI document. */
export type ContractChoice = 'builtin' | 'published' | { readonly document: unknown };

/** The kit's own contract for a target of its shape, and no other than the target's own for others. */
export const usualContract = ({ origin }: Bindings): ContractChoice => (origin === 'builtin' ? 'builtin' : 'published');

/** What a check is run with, and who it is about. */
export interface Situation {
  readonly name: string;
  readonly offers: Partial<Offers>;
}

/** The situations in which a check is run: once for each pair, or for each reader, or just once. */
export function situationsOf(needs: readonly Need[], ground: Ground, session: Session): Situation[] {
  const principals = principalsOf(ground.sights, session);
  const [first, ...rest] = principals;
  const common: Partial<Offers> = {
    anonymous: session.withoutKey(),
    stranger: session.withMadeUpKey(ground.madeUpKey),
    presenting: (reader, form) => session.withKeyAs(reader.name, form),
    repeatsAKey: ground.repeatsAKey,
    bindings: ground.bindings,
    contract: ground.contract,
    archive: ground.archive,
    seed: ground.seed,
    choices: ground.choices,
    schemas: ground.schemas,
    ...(first === undefined ? {} : { readers: [first, ...rest] as const }),
    ...(ground.writesAllowed ? { writes: { areAllowed: true } as const } : {}),
  };
  const byPair = ground.pairs.flatMap((pair): Situation[] => {
    const insider = principals.find(({ name }) => name === pair.insider);
    const outsider = principals.find(({ name }) => name === pair.outsider);
    if (insider === undefined || outsider === undefined) return [];
    const offers = { ...common, insider: asInsider(insider, pair, outsider), outsider };
    return [{ name: `${outsider.name} asking for what is ${insider.name}'s`, offers }];
  });
  const byReader = principals.map((reader): Situation => ({ name: reader.name, offers: { ...common, reader } }));
  const wanted =
    needs.includes('insider') || needs.includes('outsider') ? byPair : needs.includes('reader') ? byReader : [];
  return wanted.length > 0 ? wanted : [{ name: '', offers: common }];
}

/** What to supply when a need cannot be met. */
export const MISSING: Readonly<Partial<Record<Need, string>>> = {
  reader: 'no key was given that opens anything; give one with --key NAME=KEY',
  readers: 'no key was given that opens anything; give one with --key NAME=KEY',
  insider: 'no two keys see different terminals; give a second key of another scope with --key NAME=KEY',
  outsider: 'no two keys see different terminals; give a second key of another scope with --key NAME=KEY',
  writes: 'it would change data on the target; allow that with --allow-writes',
};

/** The keys that open something, as callers of this session. */
export const principalsOf = (sights: ReadonlyMap<string, Sights>, session: Session): Principal[] =>
  [...sights].flatMap(([name, sees]) => (sees.reads.size > 0 ? [{ ...session.withKey(name), sees }] : []));

/**
 * Synonyms in this industry, by concept. Letter case, plural and word separators do not matter. A word may belong to several
 * concepts.
 */
const WORDS_BY_CONCEPT = {
  access: 'access permission right entitlement capability privilege may can allowed flag scope grant',
  account: 'account acct',
  amount: 'amount amt sum value money cash cent minor',
  assignment: 'assignment assigned assignee assign handler handling owner agent queue desk',
  branding: 'branding brand theme logo appearance look',
  command: 'command cmd order instruction operation action task',
  completed:
    'completed comp complete dispensed actual approved settled paid delivered taken charged applied collected authorised authorized final',
  compliance: 'compliance',
  connector: 'connector connection link line host processor endpoint uplink',
  count: 'count entry entries item number quantity qty tally num',
  create: 'create open file raise lodge submit new start',
  credit: 'credit cr',
  customer: 'account acct customer tenant company organisation organization org merchant client',
  date: 'date day on by at until due deadline',
  debit: 'debit dr',
  derive: 'derive settle settlement generate compute run build',
  dispute: 'dispute claim case chargeback',
  dns: 'dns domain hostname nameserver zone record',
  document: 'document doc paper file',
  due: 'due deadline answer respond reply until expire expiry',
  emv: 'emv chip icc contact contactless',
  event: 'event type name code topic',
  family: 'family title name service label group',
  form: 'form',
  group: 'group cluster region segment',
  id: 'id identifier ref reference code key no number uuid guid uid',
  entry: 'entry mode method',
  job: 'job run task',
  location: 'location loc place site address branch',
  method: 'method verb',
  net: 'net payout payable pay due total transfer',
  onboarding: 'onboarding enrolment enrollment',
  organization: 'organization organisation org brand',
  parent: 'parent above upper within ancestor container',
  path: 'path route url uri href endpoint address',
  principal: 'principal user me self you caller viewer person identity current',
  reason: 'reason cause why ground',
  recent: 'recent latest last newest activity',
  report: 'report reporting',
  requested: 'requested req request asked ordered wanted intended',
  resolution: 'resolution resolve resolved outcome decision verdict ruling result finding',
  reversal: 'reversal reverse reversed rev rvsl void refund adjustment storno',
  response: 'response resp result outcome reply disposition decision answer',
  reviewer: 'reviewer reviewed review adjudicator examiner decider decided closed',
  sequence: 'sequence seq trace stan serial counter',
  settlement: 'settlement batch ach payout',
  status: 'status state phase stage condition progress',
  surcharge: 'surcharge sur fee convenience',
  terminal: 'terminal term unit machine atm device kiosk station tid',
  time: 'time at when date datetime timestamp stamp instant moment clock occurred happened local on',
  timing: 'timing time schedule date at on opened closed settled posted effective created cutoff window period',
  total: 'total sum aggregate summary overall all sumtotal',
  transaction: 'transaction txn trx tran tx movement purchase payment',
  type: 'type kind category class',
  user: 'user people person staff member colleague operator',
  vault: 'vault compliance safe',
  video: 'video film clip recording media',
  withdrawn: 'withdrawn withdrawal withdraw dispensed cash advance out wdl',
} as const;

export type Concept = keyof typeof WORDS_BY_CONCEPT;

/** Words without a specific meaning: `scoreLikeness` ignores them. */
const NEUTRAL = new Set(
  'a an the of in for is its it to or and with which this that only row data attribute field detail info value code name amount money cent minor currency id embedded content available profile visible indicator'.split(
    ' ',
  ),
);

const CONCEPTS_BY_WORD = new Map<string, Set<Concept>>();
for (const [concept, words] of Object.entries(WORDS_BY_CONCEPT)) {
  for (const word of words.split(' ')) {
    const concepts = CONCEPTS_BY_WORD.get(toSingular(word)) ?? new Set();
    concepts.add(concept as Concept); // a key of the table
    CONCEPTS_BY_WORD.set(toSingular(word), concepts);
  }
}

/** Splits a name, pointer or sentence into words in lower case and singular: `feeTakenCents` becomes fee, taken, cent. */
export const splitWords = (text: string): string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
    .map(toSingular);

function toSingular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !/(ss|us|is|dns)$/.test(word) ? word.slice(0, -1) : word;
}

/** Whether one of these words belongs to a concept. */
export const express = (words: readonly string[], concept: Concept): boolean =>
  words.some((word) => listConcepts(word).has(concept));

const SHORTEST_PREFIX = 3;
const listed = new Map<string, ReadonlySet<Concept>>();

/** Returns the concepts of a word, or of the words that it abbreviates: `disp` for dispute, `cd` for code. */
function listConcepts(word: string): ReadonlySet<Concept> {
  const known = CONCEPTS_BY_WORD.get(word) ?? listed.get(word);
  if (known !== undefined) return known;
  const long = NEUTRAL.has(word) ? [] : [...CONCEPTS_BY_WORD].filter(([one]) => isAbbreviation(word, one));
  const concepts = new Set(long.flatMap(([, concepts]) => [...concepts]));
  listed.set(word, concepts);
  return concepts;
}

/** Whether a word abbreviates another one: its beginning, or its consonants. */
const isAbbreviation = (word: string, long: string): boolean =>
  word.length < long.length &&
  ((word.length >= SHORTEST_PREFIX && long.startsWith(word)) ||
    (word.length >= 2 && word === long.charAt(0) + long.slice(1).replaceAll(/[aeiouy]/g, '')));

const isNeutral = (word: string): boolean =>
  NEUTRAL.has(word) || (!CONCEPTS_BY_WORD.has(word) && [...NEUTRAL].some((one) => isAbbreviation(word, one)));

/**
 * Scores how well words express these concepts and nothing else: 0 if a concept is missing, 1 if all are present and no
 * other word is. Each other word subtracts `lenience`.
 */
export function scoreLikeness(words: readonly string[], concepts: readonly Concept[], lenience = 0.12): number {
  if (words.length === 0 || !concepts.every((concept) => express(words, concept))) return 0;
  const further = words.filter(
    (word) => !isNeutral(word) && !concepts.some((concept) => listConcepts(word).has(concept)),
  );
  return Math.max(0.3, 1 - lenience * further.length);
}

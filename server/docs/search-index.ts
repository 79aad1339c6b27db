import MiniSearch, { type SearchResult } from 'minisearch';

/** A part of a page that the search finds. */
export interface SearchRecord {
  readonly path: string;
  readonly page: string;
  readonly title: string;
  readonly text: string;
  /** Words of readers that the text does not use. */
  readonly keywords?: string;
  /** The kind of page, such as "Operation". */
  readonly kind: string;
}

/** Weights of the kinds of pages: instructions come before records and reasons. */
const KIND_WEIGHTS: Readonly<Record<string, number>> = {
  Guide: 1.6,
  Problem: 0.8,
  'Sandbox operation': 0.6,
  'Sandbox problem': 0.6,
  Choice: 0.5,
  Rule: 0.5,
  Background: 0.5,
  Decision: 0.4,
};

/** Words with the same meaning for a reader. */
const SYNONYMS = [
  'page pagination paging',
  'authentication auth authorization login credential',
  'error failure problem',
  'start begin run launch quickstart',
  'install setup download',
  'postgres postgresql',
  'kubernetes k8s helm',
  'docker container image',
  'proxy nginx gateway',
  'memory ram heap',
  'quota limit maximum',
  'client sdk',
  'webhook callback',
  'delivery message',
  'clock time',
  'outage downtime unavailable',
  'delete remove',
  'spec specification contract openapi swagger',
  'monitoring metric',
].map((group) => group.split(' ').map(stem));

/** Words that do not identify the subject. */
const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from how i in is it its me my of on or that the there this to was we what when where which who why with you your'.split(
    ' ',
  ),
);

const SYNONYM_WEIGHT = 0.4;

const tokenize = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Removes common endings of English words. The result is the beginning of the word, so that it can be marked in texts. */
function stem(word: string): string {
  const lower = word.toLowerCase();
  const [, root] = /^(.{3,}?)(?:ies|ied|ying|ings?|ers?|ed|es|(?<!s)s|y|e)$/u.exec(lower) ?? [];
  return (root ?? lower).replace(/([bdfgmnprt])\1$/u, '$1');
}

/** Creates the index of the records. */
export function createIndex(records: readonly SearchRecord[]): MiniSearch {
  const index = new MiniSearch({
    fields: ['title', 'page', 'keywords', 'text'],
    storeFields: ['path', 'page', 'title', 'text', 'kind'],
    tokenize,
    processTerm: (word) => (STOP_WORDS.has(word.toLowerCase()) ? null : stem(word)),
  });
  index.addAll(records.map((record, id) => ({ ...record, id })));
  return index;
}

/** Returns the records that contain words of a query, or synonyms of them, best first. Those that contain more of its words come first. */
export function searchRecords(index: MiniSearch, query: string): readonly SearchResult[] {
  const all = tokenize(query);
  const words = all.filter((word) => !STOP_WORDS.has(word.toLowerCase()));
  const stems = [...new Set((words.length === 0 ? all : words).map(stem))];
  const groups = stems.map((word) => new Set([word, ...SYNONYMS.filter((group) => group.includes(word)).flat()]));
  const found = index.search([...new Set(groups.flatMap((group) => [...group]))].join(' '), {
    processTerm: (term) => term,
    boost: { title: 4, keywords: 4, page: 2 },
    boostTerm: (term) => (stems.includes(term) ? 1 : SYNONYM_WEIGHT),
    boostDocument: (_id, _term, stored) => KIND_WEIGHTS[String(stored?.kind)] ?? 1,
    prefix: (term) => term.length > 1,
    fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
  });
  const share = ({ queryTerms }: SearchResult): number =>
    groups.filter((group) => queryTerms.some((term) => group.has(term))).length / groups.length;
  return found
    .map((result) => ({ ...result, score: result.score * share(result) ** 3 }))
    .sort((one, other) => other.score - one.score);
}

import { expect, test } from 'vitest';
import { type Concept, scoreLikeness, splitWords } from './synonyms.ts';

test.each<readonly [name: string, concepts: readonly Concept[]]>([
  ['AUSZAHLUNGSBETRAG', ['amount', 'completed']],
  ['BETR_ANGEF', ['amount', 'requested']],
  ['TERM_NR', ['terminal', 'id']],
  ['Gerätenummer', ['terminal', 'id']],
  ['amt_cmpl', ['amount', 'completed']],
  ['montantDemandé', ['amount', 'requested']],
  ['importe_solicitado', ['amount', 'requested']],
  ['tipoTransação', ['transaction', 'type']],
  ['terminais', ['terminal']],
  ['permissões', ['access']],
  ['transações', ['transaction']],
  ['terminaux', ['terminal']],
  ['totalSacado', ['total', 'withdrawn']],
  ['transactieSoort', ['transaction', 'type']],
  ['statoPratica', ['status']],
  ['txnid', ['transaction', 'id']],
  ['trxType', ['transaction', 'type']],
  ['STAT_CD', ['status']],
  ['échéance', ['due']],
  ['GEBUEHR_ANGEF', ['surcharge', 'requested']],
])('%s expresses %j', (name, concepts) => {
  expect(scoreLikeness(splitWords(name), concepts)).toBeGreaterThan(0.8);
});

test.each<readonly [name: string, concept: Concept]>([
  ['country', 'count'],
  ['transport', 'transaction'],
  ['terminated', 'terminal'],
  ['description', 'dispute'],
])('%s does not express %s', (name, concept) => {
  expect(scoreLikeness(splitWords(name), [concept])).toBe(0);
});

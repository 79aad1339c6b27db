import { choose, far } from './define.ts';
import { PERMITS as P } from './permits.ts';

const IDS = [
  'slug',
  'uuid',
  'digits',
  'short',
  'padded',
  'number',
  'spaces',
  'slash',
  'other-script',
  'urn',
  'dotted',
  'mixed-case',
  'long',
  'punctuation',
  'sixteen-digits',
  far('dot-xml'),
  far('huge-number'),
  far('percent'),
] as const;

/** Identifiers and references. */
export const idDimensions = {
  terminalIds: choose(P.idFormats, 'format of terminal ids', IDS),
  transactionIds: choose(P.idFormats, 'format of transaction ids', [...IDS, 'composite']),
  connectorIds: choose(P.idFormats, 'format of connector ids', IDS),
  otherIds: choose(P.otherFields, 'format of the other ids', IDS),
  idUniqueness: choose(P.idFormats, 'whether two tenants may use the same id for different things', [
    'global',
    'tenant',
  ]),
  rowIdentity: choose(P.rowCarries, 'how a row shows its transaction id', ['id', 'link', 'nested', 'nothing']),
  rowTerminal: choose(P.rowCarries, 'how a row shows its terminal', ['id', 'object', 'label', 'link', 'nothing']),
  references: choose(P.batchFields, 'how a record refers to another', ['id', 'object', 'link', 'id-and-link']),
  batchIdentity: choose(P.batchFields, 'whether a batch has an id', ['id', 'none']),
  locationIdentity: choose(P.otherFields, 'id of a location', ['terminal', 'own-id', 'own-id-and-terminals']),
};

import { choose, far } from './define.ts';
import { PERMITS as P } from './permits.ts';

/** Names and places of members. */
export const nameDimensions = {
  fieldNames: choose(P.rowFields, 'language and style of the names of fields', [
    'snake',
    'camel',
    'pascal',
    'kebab',
    'screaming',
    'spaced',
    'alternative',
    'abbreviated',
    'german',
    'spanish',
    'french',
    'opaque-numbered',
    'opaque-short',
    'prefixed',
  ]),
  sectionNames: choose(P.portalFields, 'names of the groups of the portal snapshot', [
    'snake',
    'camel',
    'alternative',
    'german',
    'opaque-numbered',
  ]),
  envelopeNames: choose(P.envelope, 'names of the members of an envelope', [
    'plain',
    'alternative',
    'german',
    'dollar',
    'opaque',
  ]),
  namesAcross: choose(P.otherFields, 'names in /v1/terminals/{terminal_id}/transactions and in /v1/transactions', [
    'equal',
    'differ',
  ]),
  valuesAcross: choose(P.otherFields, 'formats in /v1/terminals/{terminal_id}/transactions and in /v1/transactions', [
    'equal',
    'differ',
  ]),
  volatileMembers: choose(P.envelope, 'members of an envelope that differ on each request', ['none', 'request-id']),
  memberOrder: choose(P.envelope, 'order of the members of an object', ['written', 'alphabetical', 'reversed']),
  extraMembers: choose(P.rowFields, 'members that the document does not name', ['none', 'some', 'confusing']),
  nesting: choose(P.rowFields, 'objects within a record', ['flat', 'parts', 'attributes']),
  amountMembers: choose(P.rowFields, 'how a row keeps its four amounts', ['apart', 'pairs', 'named-list', 'by-stage']),
  nulls: choose(P.batchFields, 'how an optional value that does not apply is shown', [
    'null',
    'omitted',
    'empty-text',
    'dash',
  ]),
  wrappedValues: choose(P.rowFields, 'plain values within an object', ['bare', far('value-objects')]),
};

import { parse } from 'yaml';
import type { Transport } from '../../../../../conformance/http/client.ts';
import schema from '../../../../../fixtures/own/generated/fleet.schema.json' with { type: 'json' };

/** A transport that keeps the bodies of all responses, and the keys and paths of all requests. */
export function recordTexts(transport: Transport): { readonly transport: Transport; listTexts(): ReadonlySet<string> } {
  const bodies: string[] = [];
  const sent: string[] = [];
  return {
    transport: async (request) => {
      const response = await transport(request);
      bodies.push(Buffer.from(response.body).toString());
      sent.push(...request.headers.filter(([name]) => name === 'X-API-Key').map(([, value]) => value));
      return response;
    },
    listTexts() {
      const texts = new Set(sent);
      for (const body of new Set(bodies)) {
        const isJson = /^\s*[[{]/.test(body);
        if (isJson) collectTexts(JSON.parse(body), texts);
        else for (const [, text] of body.matchAll(/>([^<>]+)</g)) texts.add(text ?? '');
      }
      return new Set([...texts].filter((text) => text.length >= 4).map((text) => text.toLowerCase()));
    },
  };
}

/** Adds all texts of a value, their words, and the names of members. */
function collectTexts(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') for (const text of [value, ...value.split(/[^\p{L}\p{N}]+/u)]) into.add(text);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    if (!Array.isArray(value)) into.add(name);
    collectTexts(one, into);
  }
}

/** The words that every twin may contain: those of the schema of fleet files, and these of the writer of twins. */
const WRITTEN =
  'ATM Group Affiliate User Host Network LTE TLS gateway Tunnel Remote management Settlement files 1 Sample Street Town XX 00000';
const closedWords: ReadonlySet<string> = new Set([...listSchemaWords(schema), ...WRITTEN.split(' ')].map(toLower));

function listSchemaWords(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...listSchemaWords(one)]);
}

const zones: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone').map(toLower));

function toLower(text: string): string {
  return text.toLowerCase();
}

/** Returns the texts of a deployment that a fleet file contains, in any letter case, except for words of closed lists. */
export function findOriginalTexts(file: string, originals: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  const own = new Set<string>();
  collectScalars(parse(file), own);
  for (const scalar of own) {
    if (closedWords.has(scalar) || zones.has(scalar) || /^(19|20)\d\d-01-01$/.test(scalar)) continue;
    const drawn = scalar
      .replace(/^(acct|usr|grp|con)_/, '')
      .split(' ')
      .filter((word) => !closedWords.has(word));
    for (const word of drawn)
      for (let from = 0; from + 4 <= word.length; from += 1)
        for (let to = from + 4; to <= word.length; to += 1)
          if (originals.has(word.slice(from, to))) found.add(word.slice(from, to));
  }
  return [...found];
}

/** Adds the texts of a file in small letters, and the names of its members. */
function collectScalars(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value.toLowerCase());
  if (typeof value !== 'object' || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    if (!Array.isArray(value)) into.add(name.toLowerCase());
    collectScalars(one, into);
  }
}

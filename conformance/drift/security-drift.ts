import type { ApiDocument } from './api-document.ts';
import type { Comparison } from './comparison.ts';
import { isMembers, partOf, toMembers, toParts } from './nodes.ts';
import type { OperationPair } from './pairs.ts';

/** The credentials of one alternative: scopes by a text that identifies the scheme on the wire. */
type Credentials = ReadonlyMap<string, readonly string[]>;

/** Adds the change between the security of two versions of an operation. Names of schemes do not matter. */
export function compareSecurity(comparison: Comparison, { old, now, caller }: OperationPair): void {
  const before = listAlternatives(comparison.old.document, partOf(old, 'security'));
  const after = listAlternatives(comparison.now.document, partOf(now, 'security'));
  if (describe(before) === describe(after)) return;
  const path = partOf(now, 'security').pointer;
  // The caller sends what one version requires, and the other version must accept it.
  const [sent, accepted] = caller === 'client' ? [before, after] : [after, before];
  const isAccepted = sent.every((credentials) => accepted.some((alternative) => suffices(credentials, alternative)));
  comparison.add(
    isAccepted ? 'compatible' : 'breaking',
    path,
    isAccepted
      ? 'The security requirements changed, and all earlier credentials are still sufficient'
      : 'The security requirements changed, and some earlier credentials are not sufficient any longer',
  );
}

const suffices = (credentials: Credentials, alternative: Credentials): boolean =>
  [...alternative].every(([scheme, scopes]) => {
    const given = credentials.get(scheme);
    return given !== undefined && scopes.every((scope) => given.includes(scope));
  });

/** Returns the alternatives of an operation. Without its own, those of the document apply. */
function listAlternatives(document: ApiDocument, own: ReturnType<typeof partOf>): readonly Credentials[] {
  const listed = toParts(own.node === undefined ? partOf(document.root, 'security') : own);
  if (listed.length === 0) return [new Map()];
  return listed.map(
    (requirement) =>
      new Map(
        Object.entries(toMembers(requirement)).map(([name, scopes]) => [
          identifyScheme(document, name),
          Array.isArray(scopes) ? scopes.map(String).toSorted() : [],
        ]),
      ),
  );
}

/** Returns the parts of a scheme that requests show. */
function identifyScheme(document: ApiDocument, name: string): string {
  const part = partOf(document.root, 'components', 'securitySchemes', name);
  const { node } = document.resolve(part);
  if (!isMembers(node)) return `undefined ${name}`;
  const { type, in: place, name: sentAs, scheme, openIdConnectUrl } = node;
  const header = place === 'header' ? String(sentAs).toLowerCase() : sentAs;
  return JSON.stringify([
    type,
    place,
    header,
    typeof scheme === 'string' ? scheme.toLowerCase() : scheme,
    openIdConnectUrl,
  ]);
}

const describe = (alternatives: readonly Credentials[]): string =>
  JSON.stringify(alternatives.map((one) => JSON.stringify([...one].toSorted())).toSorted());

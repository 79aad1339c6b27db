import type { OperationId } from '../../spec/index.ts';
import { type Caller, type Exchange, isSuccess } from '../http/client.ts';
import { findDocumentedOperation, listPublishedOperations, resolveReference, toObject } from './published-document.ts';
import { Concluded, untestable } from './verdicts/verdict.ts';

/** A query parameter that a document declares for an operation. */
export interface DeclaredParameter {
  readonly name: string;
  /** The values that its schema lists. */
  readonly values: readonly string[];
  /** Its description. */
  readonly text: string;
  /** Whether its schema states a default. */
  readonly hasDefault: boolean;
}

/**
 * Reads the public document.
 * @throws Concluded (untestable) if it cannot be read.
 */
export async function readPublicDocument(anonymous: Caller): Promise<Exchange> {
  const document = await anonymous.get('getPublicOpenapi');
  if (isSuccess(document)) return document;
  throw new Concluded(untestable('the public document cannot be read', document));
}

/** Returns the query parameters that a document declares, by documented operation. */
export function listDeclaredParameters(
  document: Readonly<Record<string, unknown>>,
): ReadonlyMap<OperationId, readonly DeclaredParameter[]> {
  return new Map(
    listPublishedOperations(document).flatMap((published): [OperationId, readonly DeclaredParameter[]][] => {
      const operation = findDocumentedOperation(published);
      if (operation === undefined) return [];
      const all = [...toList(published.item.parameters), ...toList(published.operation.parameters)].map((one) =>
        toObject(resolveReference(document, one)),
      );
      // a parameter of the operation replaces that of its path
      const byPlace = new Map(all.map((one) => [`${String(one.in)} ${String(one.name)}`, one]));
      return [
        [
          operation,
          [...byPlace.values()].flatMap(({ in: place, name, schema, description }) => {
            if (place !== 'query' || typeof name !== 'string') return [];
            const resolved = toObject(resolveReference(document, schema));
            const values = toList(resolved.enum ?? toObject(resolved.items).enum).map(String);
            const text = typeof description === 'string' ? description : '';
            return [{ name, values, text, hasDefault: resolved.default !== undefined }];
          }),
        ],
      ];
    }),
  );
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

import { parse } from 'yaml';
import { isNestedTooDeep } from '../../base/nesting/nesting.ts';
import { isYamlNestedTooDeep, TOO_DEEP } from '../../base/yaml/yaml-nesting.ts';
import { DocumentFault, isMembers, type Part, partOf } from './nodes.ts';

/** The largest text of a document. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** References to follow before one counts as a cycle. */
const MOST_REFERENCES = 100;

/** An OpenAPI 3.0 or 3.1 document whose references are local. */
export class ApiDocument {
  readonly root: Part;
  /** Whether schemas are those of OpenAPI 3.0. */
  readonly isOld: boolean;

  /** @throws DocumentFault for another document. */
  constructor(node: unknown) {
    if (!isMembers(node)) throw new DocumentFault('Expected an OpenAPI document: an object at the root.');
    const { openapi, swagger } = node;
    if (typeof openapi !== 'string' || !/^3\.[01]\.\d+/.test(openapi))
      throw new DocumentFault(
        `Expected a document of OpenAPI 3.0 or 3.1; ${
          typeof openapi === 'string'
            ? `its version is ${openapi.slice(0, 20)}`
            : swagger
              ? 'this one is of version 2'
              : 'it has no member "openapi"'
        }.`,
      );
    if (isNestedTooDeep(node)) throw new DocumentFault(`The document is ${TOO_DEEP}.`);
    this.root = { node, pointer: '' };
    this.isOld = openapi.startsWith('3.0');
    this.#refuseOtherReferences();
  }

  /** Returns the part that a part refers to, or the part itself. Throws `DocumentFault` for a reference without a target. */
  resolve(part: Part): Part {
    let found = part;
    for (let count = 0; isMembers(found.node) && typeof found.node.$ref === 'string'; count += 1) {
      if (count > MOST_REFERENCES) throw new DocumentFault(`The references at ${part.pointer} form a cycle.`);
      found = this.#find(found.node.$ref, found.pointer);
    }
    return found;
  }

  #find(reference: string, place: string): Part {
    const steps = decode(reference.slice(1)).split('/').slice(1);
    const found = partOf(this.root, ...steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')));
    if (found.node === undefined)
      throw new DocumentFault(`${place} refers to ${reference}, which the document does not have.`);
    return found;
  }

  #refuseOtherReferences(): void {
    const waiting: Part[] = [this.root];
    const seen = new Set<object>();
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      const { node, pointer } = part;
      if (typeof node !== 'object' || node === null || seen.has(node)) continue;
      seen.add(node);
      for (const [name, value] of Object.entries(node)) {
        if (name === '$ref' && typeof value === 'string' && !/^#(\/|$)/.test(value))
          throw new DocumentFault(
            `${pointer} refers to ${value.slice(0, 200)}. Expected references within the document; join the files first, for example with: redocly bundle.`,
          );
        if (!(DATA.has(name) || name.startsWith('x-'))) waiting.push(partOf(part, name));
      }
    }
  }
}

/** Members that contain data, in which `$ref` is a name like any other. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const']);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parses a document, JSON or YAML. Throws `DocumentFault` with the reason. */
export function parseApiDocument(text: string): ApiDocument {
  return new ApiDocument(/^\s*\{/.test(text) ? parseJson(text) : parseYaml(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseYaml(text); // YAML that begins with a brace
  }
}

function parseYaml(text: string): unknown {
  if (isYamlNestedTooDeep(text)) throw new DocumentFault(`The document is ${TOO_DEEP}.`);
  try {
    return parse(text, { maxAliasCount: 100, prettyErrors: false, logLevel: 'error' });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message.split('\n')[0] : String(thrown);
    throw new DocumentFault(`Expected JSON or YAML; it cannot be parsed: ${reason}.`);
  }
}

import { type OperationId, operations } from '../../../spec/index.ts';
import { type Pointer, segmentOf } from '../../oracles/pointers.ts';

/** The description of a member in a published document: its title and description, and its enum values. */
export interface Described {
  readonly text: string;
  readonly values: readonly string[];
}

/** The parts of the target's OpenAPI document that inference uses. */
export interface PublishedDocument {
  /** Returns the members of the response to an operation, by pointer. */
  answerOf(operation: OperationId): ReadonlyMap<Pointer, Described>;
  /** Returns the names of the query parameters of an operation. */
  parametersOf(operation: OperationId): readonly string[];
  /** Returns an example body for a write: an example of the document, or one generated from the schema. */
  bodyFor(operation: OperationId): Readonly<Record<string, unknown>> | undefined;
}

type Node = Readonly<Record<string, unknown>>;

const DEEPEST = 9;
const MOST_MEMBERS = 3000;
const LONGEST_TEXT = 200;

/** Reads an untrusted OpenAPI document. Follows only local references, to a limited depth and number. */
export function readDocument(document: unknown): PublishedDocument {
  const root = nodeOf(document);
  const resolved = (value: unknown, depth = 0): Node => {
    const node = nodeOf(value);
    if (typeof node.$ref !== 'string' || depth > DEEPEST) return node;
    return node.$ref.startsWith('#/') ? resolved(within(root, node.$ref.slice(1)), depth + 1) : {};
  };
  const operationOf = (operation: OperationId): Node => {
    const { method, path } = operations[operation];
    const wanted = withoutNames(path);
    const item = Object.entries(nodeOf(root.paths)).find(([name]) => withoutNames(name).endsWith(wanted))?.[1];
    return resolved(resolved(item)[method.toLowerCase()]);
  };
  const schemaIn = (holder: unknown): unknown => {
    const content = Object.entries(nodeOf(resolved(holder).content)).find(([type]) => /[/+]json/.test(type))?.[1];
    return nodeOf(content).schema;
  };

  return {
    answerOf(operation) {
      const responses = nodeOf(operationOf(operation).responses);
      const success = Object.entries(responses).find(([status]) => /^2/.test(status))?.[1];
      const members = new Map<Pointer, Described>();
      describe(schemaIn(success), '', 0);
      return members;

      function describe(value: unknown, pointer: Pointer, depth: number): void {
        if (depth > DEEPEST || members.size > MOST_MEMBERS) return;
        const said = nodeOf(value);
        const schema = resolved(value);
        const known = members.get(pointer);
        const texts = [known?.text, said.title, said.description, schema.title, schema.description];
        const text = [...new Set(texts.filter((one) => typeof one === 'string'))].join(' ');
        members.set(pointer, {
          text: text.slice(0, LONGEST_TEXT),
          values: [...(known?.values ?? []), ...listOf(schema.enum).map(String)].slice(0, 50),
        });
        for (const part of [schema.allOf, schema.oneOf, schema.anyOf].flatMap(listOf))
          describe(part, pointer, depth + 1);
        for (const [name, member] of Object.entries(nodeOf(schema.properties)))
          describe(member, pointer + segmentOf(name), depth + 1);
        if (schema.items !== undefined) describe(schema.items, `${pointer}/*`, depth + 1);
        if (typeof schema.additionalProperties === 'object' && schema.additionalProperties !== null)
          describe(schema.additionalProperties, `${pointer}/*`, depth + 1);
      }
    },
    parametersOf: (operation) =>
      listOf(operationOf(operation).parameters).flatMap((parameter) => {
        const { name, in: place } = resolved(parameter);
        return typeof name === 'string' && place === 'query' ? [name] : [];
      }),
    bodyFor(operation) {
      const request = resolved(operationOf(operation).requestBody);
      const content = Object.entries(nodeOf(request.content)).find(([type]) => /[/+]json/.test(type))?.[1];
      const { example, examples } = nodeOf(content);
      const [first] = Object.values(nodeOf(examples));
      const given = example ?? resolved(first).value ?? made(schemaIn(request), 0);
      return typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : undefined;
    },
  };

  /** Generates a value from a schema: its example, default or first enum value, or an object of its required members. */
  function made(value: unknown, depth: number): unknown {
    const schema = resolved(value);
    if (depth > DEEPEST) return null;
    const [choice] = [
      schema.example,
      ...listOf(schema.examples),
      schema.default,
      schema.const,
      ...listOf(schema.enum),
    ].filter((one) => one !== undefined);
    if (choice !== undefined) return choice;
    const [part] = [schema.oneOf, schema.anyOf].flatMap(listOf);
    if (part !== undefined) return made(part, depth + 1);
    const [type] = [schema.type].flat();
    if (type === 'integer' || type === 'number') return Math.max(100, Number(schema.minimum ?? 0));
    if (type === 'boolean') return true;
    if (type === 'array') return [made(schema.items, depth + 1)];
    if (type === 'string') return schema.format === 'date' ? '2026-01-01' : '1.00';
    const required = new Set(listOf(schema.required).map(String));
    const members = Object.entries(nodeOf(schema.properties)).filter(([name]) => required.has(name));
    return Object.fromEntries(members.map(([name, member]) => [name, made(member, depth + 1)]));
  }
}

const withoutNames = (path: string): string => path.replaceAll(/\{[^{}]*\}/g, '{}');

const nodeOf = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {}; // an object, as just checked

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function within(root: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, segment) => {
      const name = decodedOr(segment).replaceAll('~1', '/').replaceAll('~0', '~');
      const node = nodeOf(value);
      return Object.hasOwn(node, name) ? node[name] : undefined;
    }, root);
}

function decodedOr(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

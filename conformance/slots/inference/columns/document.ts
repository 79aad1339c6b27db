import { type OperationId, operations } from '../../../../spec/index.ts';
import { toSegment, type ValuePointer } from '../../../reading/pointers.ts';

/** The description of a member in a published document: its title and description, and its enum values. */
export interface MemberDescription {
  /** The title, the description and the texts of extensions (`x-…`). */
  readonly text: string;
  readonly values: readonly string[];
  /** The meaning of values, by value: from titles of constants, from `x-enum-…` and from texts such as `10 = withdrawal`. */
  readonly meanings: ReadonlyMap<string, string>;
}

export type DescribedMembers = ReadonlyMap<ValuePointer, MemberDescription>;

/** The parts of the target's OpenAPI document that inference uses. */
export interface PublishedDocument {
  /** Returns the members of the response to an operation, by pointer. */
  describeResponse(operation: OperationId): DescribedMembers;
  /** Returns the members of each named schema of the document, by pointer. */
  listNamedSchemas(): readonly DescribedMembers[];
  /** Returns the names of the query parameters of an operation. */
  listQueryParameters(operation: OperationId): readonly string[];
  /**
   * Returns an example body for a write: an example of the document, or one generated from the required members of the schema.
   * With `isWhole`, always a generated one with all members of the schema.
   */
  createExampleBody(
    operation: OperationId,
    options?: { readonly isWhole?: boolean },
  ): Readonly<Record<string, unknown>> | undefined;
  /** Returns the form of the body of a write: a form, or a JSON object or list; `undefined` if the document shows none. */
  describeBody(operation: OperationId): { readonly isForm: boolean; readonly isList: boolean } | undefined;
  /** Returns the names of the members that the body of a write must have. */
  listRequiredMembers(operation: OperationId): readonly string[];
}

type Node = Readonly<Record<string, unknown>>;

/** The value of a text without an example: it is a valid amount, too. */
export const GENERATED_TEXT = '1.00';

const DEEPEST = 9;
const MOST_MEMBERS = 3000;
const LONGEST_TEXT = 200;
const MOST_SCHEMAS = 200;

/** Reads an untrusted OpenAPI document. Follows only local references, to a limited depth and number. */
export function readDocument(document: unknown): PublishedDocument {
  const root = toNode(document);
  const resolved = (value: unknown, depth = 0): Node => {
    const node = toNode(value);
    if (typeof node.$ref !== 'string' || depth > DEEPEST) return node;
    return node.$ref.startsWith('#/') ? resolved(findAtPointer(root, node.$ref.slice(1)), depth + 1) : {};
  };
  const findOperation = (operation: OperationId): Node => {
    const { method, path } = operations[operation];
    const wanted = removePlaceholderNames(path);
    const item = Object.entries(toNode(root.paths)).find(([name]) =>
      removePlaceholderNames(name).endsWith(wanted),
    )?.[1];
    return resolved(resolved(item)[method.toLowerCase()]);
  };
  const schemaIn = (holder: unknown): unknown => {
    const content = Object.entries(toNode(resolved(holder).content)).find(([type]) => /[/+]json/.test(type))?.[1];
    return toNode(content).schema;
  };

  /** Returns the schema of the body of a write: a service may take forms only. */
  const bodySchemaIn = (holder: unknown): unknown =>
    schemaIn(holder) ?? toNode(Object.values(toNode(resolved(holder).content))[0]).schema;

  let named: readonly DescribedMembers[] | undefined;

  return {
    describeResponse(operation) {
      const responses = toNode(findOperation(operation).responses);
      const success = Object.entries(responses).find(([status]) => /^2/.test(status))?.[1];
      return describeSchema(schemaIn(success));
    },
    listNamedSchemas() {
      named ??= Object.values(toNode(toNode(root.components).schemas))
        .slice(0, MOST_SCHEMAS)
        .map(describeSchema);
      return named;
    },
    listQueryParameters: (operation) =>
      toList(findOperation(operation).parameters).flatMap((parameter) => {
        const { name, in: place } = resolved(parameter);
        return typeof name === 'string' && place === 'query' ? [name] : [];
      }),
    describeBody(operation) {
      const request = resolved(findOperation(operation).requestBody);
      const types = Object.keys(toNode(request.content));
      if (types.length === 0) return undefined;
      const { type, items } = resolved(bodySchemaIn(request));
      const isForm = types.every((one) => one.includes('form'));
      return { isForm, isList: [type].flat().includes('array') || items !== undefined };
    },
    listRequiredMembers: (operation) =>
      toList(resolved(schemaIn(findOperation(operation).requestBody)).required).map(String),
    createExampleBody(operation, { isWhole = false } = {}) {
      const request = resolved(findOperation(operation).requestBody);
      if (isWhole) return toBody(generateValue(bodySchemaIn(request), { depth: 0, isWhole }));
      const content = Object.entries(toNode(request.content)).find(([type]) => /[/+]json/.test(type))?.[1];
      const { example, examples } = toNode(content);
      const [first] = Object.values(toNode(examples));
      return toBody(example ?? resolved(first).value ?? generateValue(bodySchemaIn(request), { depth: 0, isWhole }));
    },
  };

  function describeSchema(schema: unknown): DescribedMembers {
    const members = new Map<ValuePointer, MemberDescription>();
    describe(schema, '', 0);
    return members;

    function describe(value: unknown, pointer: ValuePointer, depth: number): void {
      if (depth > DEEPEST || members.size > MOST_MEMBERS) return;
      const node = toNode(value);
      const schema = resolved(value);
      const known = members.get(pointer);
      const texts = [known?.text, ...listTexts(node), ...listTexts(schema)];
      const text = [...new Set(texts.filter((one) => one !== undefined))].join(' ');
      const constants = [schema.oneOf, schema.anyOf].flatMap(toList).flatMap((one) => toNode(one).const ?? []);
      members.set(pointer, {
        text: text.slice(0, LONGEST_TEXT),
        values: [...(known?.values ?? []), ...[...toList(schema.enum), ...constants].map(String)].slice(0, 50),
        meanings: new Map([...(known?.meanings ?? []), ...readMeanings(node), ...readMeanings(schema)]),
      });
      for (const part of [schema.allOf, schema.oneOf, schema.anyOf].flatMap(toList))
        if (toNode(part).const === undefined) describe(part, pointer, depth + 1);
      for (const [name, member] of Object.entries(toNode(schema.properties)))
        describe(member, pointer + toSegment(name), depth + 1);
      if (schema.items !== undefined) describe(schema.items, `${pointer}/*`, depth + 1);
      if (typeof schema.additionalProperties === 'object' && schema.additionalProperties !== null)
        describe(schema.additionalProperties, `${pointer}/*`, depth + 1);
    }
  }

  /**
   * Generates a value from a schema: its example, default or first enum value, or an object of its required members. With
   * `isWhole`, of all members, without the example of an object.
   */
  function generateValue(
    value: unknown,
    { depth, isWhole }: { readonly depth: number; readonly isWhole: boolean },
  ): unknown {
    const schema = resolved(value);
    if (depth > DEEPEST) return null;
    const generate = (part: unknown) => generateValue(part, { depth: depth + 1, isWhole });
    const properties = toNode(schema.properties);
    const [choice] = [
      schema.example,
      ...toList(schema.examples),
      schema.default,
      schema.const,
      ...toList(schema.enum),
    ].filter((one) => one !== undefined);
    if (choice !== undefined && !(isWhole && Object.keys(properties).length > 0)) return choice;
    const [part] = [schema.oneOf, schema.anyOf].flatMap(toList);
    if (part !== undefined) return generate(part);
    const type = [schema.type].flat().find((one) => one !== 'null');
    if (type === 'integer' || type === 'number') return Math.max(100, Number(schema.minimum ?? 0));
    if (type === 'boolean') return true;
    if (type === 'array') return [generate(schema.items)];
    if (type === 'string') return schema.format === 'date' ? '2026-01-01' : GENERATED_TEXT;
    const required = new Set(toList(schema.required).map(String));
    const members = Object.entries(properties).filter(([name]) => isWhole || required.has(name));
    return Object.fromEntries(members.map(([name, member]) => [name, generate(member)]));
  }
}

/** Returns the members of a body; of its only element if it is a list. */
const toBody = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  Array.isArray(value) && value.length === 1
    ? toBody(value[0])
    : typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined;

/** Returns the title, the description and the texts of extensions of a schema. */
const listTexts = (schema: Node): string[] => [
  ...[schema.title, schema.description].filter((one) => typeof one === 'string'),
  ...Object.entries(schema).flatMap(([name, text]) =>
    name.startsWith('x-') && typeof text === 'string' && !/^https?:/.test(text) ? [text] : [],
  ),
];

const VALUE_AND_MEANING = /(?:^|[\s,;(|])["'`]?([\w-]{1,30})["'`]?\s*(?:=|:|–|->)\s*([^,;.|\n]{2,60})/g;

/** Returns the meaning of each value that a schema explains. */
function readMeanings(schema: Node): (readonly [string, string])[] {
  const constants = [schema.oneOf, schema.anyOf].flatMap(toList).flatMap((one) => {
    const part = toNode(one);
    return part.const === undefined ? [] : [[String(part.const), listTexts(part).join(' ')] as const];
  });
  const values = toList(schema.enum).map(String);
  const extensions = Object.entries(schema).flatMap(([name, texts]) => {
    if (!/^x-.*enum/i.test(name)) return [];
    if (Array.isArray(texts)) return values.map((value, index) => [value, String(texts[index] ?? '')] as const);
    return Object.entries(toNode(texts)).map(([value, text]) => [value, String(text)] as const);
  });
  const description = typeof schema.description === 'string' ? schema.description.slice(0, 2000) : '';
  const explained = [...description.matchAll(VALUE_AND_MEANING)].map(
    ([, value = '', text = '']) => [value, text.trim()] as const,
  );
  return [...explained, ...extensions, ...constants];
}

const removePlaceholderNames = (path: string): string => path.replaceAll(/\{[^{}]*\}/g, '{}');

const toNode = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {}; // an object, as just checked

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function findAtPointer(root: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, segment) => {
      const name = decodeSegment(segment).replaceAll('~1', '/').replaceAll('~0', '~');
      const node = toNode(value);
      return Object.hasOwn(node, name) ? node[name] : undefined;
    }, root);
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { isYamlNestedTooDeep, TOO_DEEP } from './yaml-nesting.ts';

/** The path of a member: `['keys', 'east']`. */
export type MemberPath = readonly (string | number)[];

/** A value from outside, with the place of each member. */
export interface ParsedSource {
  readonly value: unknown;
  /** Returns the place for a message: `FILE:LINE`. `isAboutName`: of the name of the member, not of its value. */
  describePlace(path: MemberPath, isAboutName?: boolean): string;
}

/** A parsed text, or its problem as a sentence that begins with its place. */
export type SourceResult = ParsedSource | { readonly problem: string };

const MOST_CHARACTERS = 1_000_000;
const MOST_ALIASES = 20;

/** Parses YAML or JSON that a user wrote, within limits of size, depth and aliases. */
export function parseYamlSource(text: string, fileName: string): SourceResult {
  if (text.length > MOST_CHARACTERS) return { problem: `${fileName}: larger than ${MOST_CHARACTERS} characters` };
  if (isYamlNestedTooDeep(text)) return { problem: `${fileName}: ${TOO_DEEP}` };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined)
    return { problem: `${fileName}:${lines.linePos(error.pos[0]).line}: not YAML: ${error.message}` };
  try {
    return {
      value: document.toJS({ maxAliasCount: MOST_ALIASES }),
      describePlace: (path, isAboutName = false) => `${fileName}:${findLine(document, lines, { path, isAboutName })}`,
    };
  } catch (thrown) {
    return { problem: `${fileName}: ${thrown instanceof Error ? thrown.message : 'cannot be parsed'}` };
  }
}

interface Place {
  readonly path: MemberPath;
  readonly isAboutName: boolean;
}

/** Returns the line of a place: of the name, of the value, or of the innermost existing parent. */
function findLine(document: Document, lines: LineCounter, { path, isAboutName }: Place): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(path[length - 1]))
      : undefined;
    const value = document.getIn(path.slice(0, length), true);
    const node = (isAboutName && length === path.length) || !isNode(value) ? pair?.key : value;
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

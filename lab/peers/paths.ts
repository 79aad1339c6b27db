/** A path template of a contract. */
export interface PathTemplate {
  readonly template: string;
  /** Returns the values of the parameters if the path matches, otherwise undefined. */
  match(pathname: string): ReadonlyMap<string, string> | undefined;
}

/** Returns the paths of an OpenAPI document, those with fewer parameters first. */
export function listPathTemplates(document: unknown): readonly PathTemplate[] {
  const paths = isObject(document) && isObject(document.paths) ? Object.keys(document.paths) : [];
  return paths.sort((one, other) => listParameters(one).length - listParameters(other).length).map(createTemplate);
}

const listParameters = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function createTemplate(template: string): PathTemplate {
  const parts = template.split('/');
  return {
    template,
    match: (pathname) => {
      const segments = pathname.split('/');
      if (segments.length !== parts.length) return undefined;
      const values = new Map<string, string>();
      for (const [index, part] of parts.entries()) {
        const value = segments[index] ?? '';
        const [, before = '', name, after = ''] = /^(.*)\{(\w+)\}(.*)$/.exec(part) ?? [];
        if (name === undefined ? part !== value : !(value.startsWith(before) && value.endsWith(after)))
          return undefined;
        if (name !== undefined) values.set(name, value.slice(before.length, value.length - after.length));
      }
      return values;
    },
  };
}

/** Returns whether a value is an object and not an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import { toObject } from '../../reading/published-document.ts';

type Members = Readonly<Record<string, unknown>>;

/** Lists the parts of a description that the published document does not declare: `GET /v1/portal: status 401`. */
export const listUndeclaredParts = (paths: Members): readonly string[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(toObject(item)).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      return isUndeclared(operation) ? [name] : listInOperation(toObject(operation)).map((part) => `${name}: ${part}`);
    }),
  );

const isUndeclared = (part: unknown): boolean => toObject(part)['x-published'] === false;

function listInOperation({ parameters, responses }: Members): readonly string[] {
  const all = Array.isArray(parameters) ? parameters.map(toObject) : [];
  return [
    ...all.filter(isUndeclared).map(({ name }) => `query parameter ${name}`),
    ...Object.entries(toObject(responses)).flatMap(([status, response]) =>
      isUndeclared(response)
        ? [`status ${status}`]
        : Object.entries(toObject(toObject(response).content)).flatMap(([type, media]) =>
            isUndeclared(media)
              ? [`status ${status}, ${type}`]
              : listInSchema(toObject(media).schema, '').map((place) => `status ${status}, member ${place}`),
          ),
    ),
  ];
}

/** Returns the places of members, as JSON pointers with `*` for each element. */
function listInSchema(schema: unknown, place: string): readonly string[] {
  const { properties, items, additionalProperties } = toObject(schema);
  return [
    ...Object.entries(toObject(properties)).flatMap(([name, member]) =>
      isUndeclared(member) ? [`${place}/${name}`] : listInSchema(member, `${place}/${name}`),
    ),
    ...[items, additionalProperties].flatMap((inner) => (inner === undefined ? [] : listInSchema(inner, `${place}/*`))),
  ];
}

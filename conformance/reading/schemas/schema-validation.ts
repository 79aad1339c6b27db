import { Ajv2020, MissingRefError, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { acceptNulls, upgradeSchemas } from './openapi-schemas.ts';

/**
 * The problems of a value, as sentences; the place of a schema outside the document, which is never fetched; or why a schema cannot
 * be used.
 */
export type SchemaFinding =
  | { readonly problems: readonly string[] }
  | { readonly outside: string }
  | { readonly unusable: string };

/** Validates values against the schemas at pointers of one OpenAPI document. */
export type SchemaValidator = (pointer: string, value: unknown) => SchemaFinding;

const MOST_PROBLEMS = 5;
const LONGEST_DETAIL = 500;
const ID = 'contract.json';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Creates a validator for an OpenAPI 3 document. Compiles each schema once, when it is needed. Time and memory depend on the
 * document: use a schema worker for a document of the target. A lenient validator accepts null everywhere, and does not judge
 * formats, which are annotations since JSON Schema 2020-12.
 */
export function createSchemaValidator(document: JsonObject, isLenient = false): SchemaValidator {
  const validators = new Map<string, ValidateFunction | Unusable>();
  let ajv: Ajv2020 | Unusable | undefined;
  const validatorAt = (pointer: string): ValidateFunction | Unusable => {
    ajv ??= createAjv(isLenient ? acceptNulls(upgradeSchemas(document)) : upgradeSchemas(document), isLenient);
    const known = validators.get(pointer) ?? ('thrown' in ajv ? ajv : compileSchema(ajv, pointer));
    validators.set(pointer, known);
    return known;
  };
  return (pointer, value) => findValueProblems(validatorAt(pointer), value);
}

/** The error that makes a schema unusable. */
interface Unusable {
  readonly thrown: unknown;
}

function findValueProblems(validate: ValidateFunction | Unusable, value: unknown): SchemaFinding {
  if ('thrown' in validate) return findSchemaProblems(validate.thrown);
  try {
    if (validate(value)) return { problems: [] };
  } catch (thrown) {
    return findSchemaProblems(thrown); // circular references
  }
  const problems = (validate.errors ?? [])
    .slice(0, MOST_PROBLEMS)
    .map(
      ({ instancePath, message, params }) =>
        `${instancePath || 'the body'} ${message ?? 'is not valid'}${formatDetail(params)}`,
    );
  return { problems };
}

function formatDetail(params: JsonObject): string {
  const detail = params.additionalProperty ?? params.allowedValues ?? params.allowedValue;
  return detail === undefined ? '' : ` (${JSON.stringify(detail).slice(0, LONGEST_DETAIL)})`;
}

/** Returns why a schema is unusable, or the place outside the document that it refers to. */
function findSchemaProblems(thrown: unknown): SchemaFinding {
  if (thrown instanceof MissingRefError && thrown.missingSchema !== ID) return { outside: thrown.missingSchema };
  return {
    unusable: `the declared schema cannot be used: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
  };
}

/**
 * Returns a validator for the document, or the error that prevents it, for example a repeated `$id`. Its code is not
 * optimised: compiling takes most of the time.
 */
function createAjv(root: JsonObject, isLenient: boolean): Ajv2020 | Unusable {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    logger: false,
    validateSchema: false,
    validateFormats: !isLenient,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  try {
    return ajv.addSchema(root as object, ID); // an object by `toObject`
  } catch (thrown) {
    return { thrown };
  }
}

function compileSchema(ajv: Ajv2020, pointer: string): ValidateFunction | Unusable {
  try {
    return ajv.compile({ $ref: `${ID}${pointer}` });
  } catch (thrown) {
    return { thrown };
  }
}

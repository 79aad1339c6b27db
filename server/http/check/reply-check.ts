import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Serialised, SerialisedOnce } from '../../../base/serialised-row.ts';
import type { RowSource } from '../../contract.ts';
import { isList, type ListBody, type SerialisedList, serialiseList, serialiseRow } from '../../serialisers/json.ts';
import { type AnyOperationId, allOperations, type ContractName } from '../contract/all-operations.ts';
import { type ContractLocation, listMembers, readContractValue, resolveReference } from '../contract/contract-paths.ts';
import {
  findPageSchema,
  findRowSchema,
  listReplySchemas,
  listResponses,
  problemSchemas,
} from '../contract/contract-schemas.ts';
import { describeErrors } from './describe-errors.ts';
import { checkRss } from './rss-check.ts';
import { compileAt } from './schemas.ts';

/** A reply before serialisation. */
export interface UncheckedReply {
  readonly status: number;
  /** Without parameters; empty if there is no body. */
  readonly mediaType: string;
  /** A JSON value, or the text of a feed. */
  readonly body: unknown;
}

/**
 * Validates replies against the contract: status, media type, body and headers. Methods return a description of the
 * violation, or undefined. Schemas are compiled on first use; `compileAll` compiles all of them and throws if the
 * contract is invalid.
 */
export class ReplyCheck {
  readonly #replies = new Map<AnyOperationId, Map<number, DeclaredReply>>();
  readonly #compiled = new Map<ContractLocation, ValidateFunction>();
  readonly #rowSchemas = new Map<ContractLocation, ContractLocation | undefined>();
  readonly #pageSchemas = new Map<ContractLocation, ContractLocation | undefined>();

  static #shared: ReplyCheck | undefined;

  /**
   * Returns the shared instance of this process. The contract is the same for every sandbox, and compiling it is
   * expensive.
   */
  static shared(): ReplyCheck {
    ReplyCheck.#shared ??= new ReplyCheck();
    return ReplyCheck.#shared;
  }

  constructor() {
    for (const operationId of Object.keys(allOperations) as AnyOperationId[]) {
      const replies = new Map<number, DeclaredReply>();
      for (const { status, response } of listResponses(operationId))
        replies.set(Number(status), { headers: listDeclaredHeaders(response), schemas: new Map() });
      for (const { status, mediaType, schema } of listReplySchemas(operationId))
        replies.get(Number(status))?.schemas.set(mediaType, schema);
      this.#replies.set(operationId, replies);
    }
  }

  /** Compiles one schema per step of the iterator. Throws with the place of an invalid schema. */
  *compileAll(): Generator<void> {
    for (const replies of this.#replies.values()) {
      for (const { schemas } of replies.values()) {
        for (const schema of schemas.values()) {
          this.#validator(schema);
          yield;
        }
      }
    }
  }

  #validator(schema: ContractLocation): ValidateFunction {
    const known = this.#compiled.get(schema);
    if (known !== undefined) return known;
    const [name = '', ...segments] = schema;
    const validate = compileAt(name, ...segments);
    this.#compiled.set(schema, validate);
    return validate;
  }

  /** Whether the contract declares the status for an operation. */
  declares(operationId: AnyOperationId, status: number): boolean {
    return this.#replies.get(operationId)?.has(status) === true;
  }

  #findSchema(operationId: AnyOperationId, status: number, mediaType: string): ContractLocation | undefined {
    return this.#replies.get(operationId)?.get(status)?.schemas.get(mediaType);
  }

  /** Returns the violation in a reply of an operation, or undefined. */
  findFault(operationId: AnyOperationId, { status, mediaType, body }: UncheckedReply): string | undefined {
    const schema = this.#findSchema(operationId, status, mediaType);
    if (schema === undefined) return `the contract declares no ${status} ${mediaType} for ${operationId}`;
    if (isList(body)) return this.#findListFault(schema, body);
    const validate = this.#validator(schema);
    if (!validate(body)) return describeErrors(validate.errors);
    return mediaType === 'application/rss+xml' ? checkRss(String(body)) : undefined;
  }

  /**
   * Validates and serialises a list whose rows keep their texts, or returns its violation. A row with a text is valid.
   */
  serialiseList(operationId: AnyOperationId, status: number, source: RowSource): SerialisedList | string {
    const { rows, page, end } = source;
    const schema = this.#findSchema(operationId, status, 'application/json');
    if (schema === undefined) return `the contract declares no ${status} application/json for ${operationId}`;
    const fault = end.serialised === undefined ? this.#serialiseEnd(schema, source) : this.#findPageFault(schema, page);
    if (fault !== undefined) return fault;
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as SerialisedOnce; // the index is in range
      if (row.serialised === undefined) {
        const presented = source.presentAt(index);
        const rowFault = this.#findRowFault(schema, presented);
        if (rowFault !== undefined) return rowFault;
        row.serialised = serialiseRow(presented);
      }
    }
    return serialiseList(rows as readonly Serialised[], page, end as Serialised); // they were found valid
  }

  /** Validates all members but the rows. */
  #serialiseEnd(schema: ContractLocation, source: RowSource): string | undefined {
    const presented = source.presentEnd();
    const fault = this.#findEnvelopeFault(schema, { page: source.page, ...presented });
    if (fault === undefined) source.end.serialised = serialiseRow(presented);
    return fault;
  }

  #findPageFault(schema: ContractLocation, page: object): string | undefined {
    const pageSchema = this.#findPart(this.#pageSchemas, schema, findPageSchema);
    if (pageSchema === undefined) return 'the contract declares no page for this reply';
    const validate = this.#validator(pageSchema);
    return validate(page) ? undefined : describeErrors(validate.errors);
  }

  /** Validates the rows one by one, so that the message names the fault in a row. */
  #findListFault(schema: ContractLocation, { object: _, data, ...rest }: ListBody): string | undefined {
    const fault = this.#findEnvelopeFault(schema, rest);
    if (fault !== undefined) return fault;
    for (const row of data) {
      const rowFault = this.#findRowFault(schema, row);
      if (rowFault !== undefined) return rowFault;
    }
    return undefined;
  }

  #findEnvelopeFault(schema: ContractLocation, rest: object): string | undefined {
    const validate = this.#validator(schema);
    return validate({ object: 'list', data: [], ...rest }) ? undefined : describeErrors(validate.errors);
  }

  #findRowFault(schema: ContractLocation, row: object): string | undefined {
    const rowSchema = this.#findPart(this.#rowSchemas, schema, findRowSchema);
    if (rowSchema === undefined) return 'the contract declares no list for this reply';
    const validate = this.#validator(rowSchema);
    return validate(row) ? undefined : describeErrors(validate.errors);
  }

  #findPart(
    known: Map<ContractLocation, ContractLocation | undefined>,
    schema: ContractLocation,
    find: typeof findRowSchema,
  ): ContractLocation | undefined {
    if (!known.has(schema)) known.set(schema, find(schema));
    return known.get(schema);
  }

  /** Returns the violation in a problem outside any operation (unknown path, wrong method), or undefined. */
  findProblemFault(contract: ContractName, body: unknown): string | undefined {
    const validate = this.#validator(problemSchemas[contract]);
    return validate(body) ? undefined : describeErrors(validate.errors);
  }

  /** Returns the violation in the headers of a reply, or undefined. `getHeader` takes lower-case names. */
  findHeaderFault(
    operationId: AnyOperationId,
    status: number,
    getHeader: (name: string) => unknown,
  ): string | undefined {
    for (const { name, isRequired, pattern } of this.#replies.get(operationId)?.get(status)?.headers ?? []) {
      const value = getHeader(name);
      if (value === undefined && isRequired) return `the header ${name} is missing`;
      if (value !== undefined && pattern !== undefined && !pattern.test(String(value)))
        return `the header ${name} does not match ${pattern.source}`;
    }
    return undefined;
  }
}

/** The declaration of a status of an operation. */
interface DeclaredReply {
  readonly headers: readonly DeclaredHeader[];
  /** The schemas of its bodies, by media type. */
  readonly schemas: Map<string, ContractLocation>;
}

interface DeclaredHeader {
  readonly name: string;
  readonly isRequired: boolean;
  readonly pattern: RegExp | undefined;
}

function listDeclaredHeaders(response: ContractLocation): readonly DeclaredHeader[] {
  return listMembers([...response, 'headers']).map((name) => {
    const header = resolveReference([...response, 'headers', name]);
    const pattern = readContractValue([...resolveReference([...header, 'schema']), 'pattern']);
    return {
      name: name.toLowerCase(),
      isRequired: readContractValue([...header, 'required']) === true,
      pattern: typeof pattern === 'string' ? new RegExp(pattern, 'u') : undefined,
    };
  });
}

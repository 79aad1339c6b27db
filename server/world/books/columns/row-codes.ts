import type { AccountType, DispenseStatus, EntryMode, TransactionType } from '../../../../spec/index.ts';
import { getEnumValues } from '../../../../spec/index.ts';

/** The values of an enumeration as small numbers in the order of their texts. */
class Codes<Value extends string> {
  readonly #values: readonly Value[];
  readonly #codes: ReadonlyMap<Value, number>;

  constructor(values: readonly Value[]) {
    this.#values = values.toSorted();
    this.#codes = new Map(this.#values.map((value, code) => [value, code]));
  }

  encode(value: Value): number {
    const code = this.#codes.get(value);
    if (code === undefined) throw new Error(`${value} is not in the contract`);
    return code;
  }

  decode(code: number): Value {
    return this.#values[code] as Value; // written by encode
  }
}

export const transactionTypes = new Codes<TransactionType>(getEnumValues('TransactionType'));
export const accountTypes = new Codes<AccountType>(getEnumValues('AccountType'));
export const entryModes = new Codes<EntryMode>(getEnumValues('EntryMode'));
export const dispenseStatuses = new Codes<DispenseStatus>(getEnumValues('DispenseStatus'));

/** Returns a response code, which has two characters, as a number that sorts like its text. */
export function encodeResponse(response: string): number {
  if (response.length !== 2) throw new Error(`expected a response code of two characters, got ${response}`);
  return response.charCodeAt(0) * 256 + response.charCodeAt(1);
}

export const decodeResponse = (code: number): string => String.fromCharCode(code >>> 8, code & 255);

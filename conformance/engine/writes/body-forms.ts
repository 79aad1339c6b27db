import type { Bindings } from '../../bindings/bindings.ts';
import type { Extras } from '../../http/client.ts';
import { findTexts } from '../../oracles/pointers.ts';
import { isDistinctive } from '../../oracles/served.ts';
import { isInstant } from '../../oracles/values/instants.ts';
import type { Write, WriteSubject } from '../accepted-write.ts';
import type { Principal } from '../survey/principals.ts';
import { createWriteBody, hasTemplate, readDay } from '../writing.ts';
import type { WrittenList, WrittenRow } from './written-list.ts';

/** A way to write the body of a request about any subject. */
export interface BodyForm {
  readonly toExtras: (subject: WriteSubject) => Extras;
}

/** The facts that bodies are built from. */
export interface BodySources {
  readonly reader: Principal;
  readonly bindings: Bindings;
  /** The list to which the write adds, before it. */
  readonly list: WrittenList | undefined;
  /** The place of the transaction in its rows. */
  readonly place: string | undefined;
}

type Members = Readonly<Record<string, unknown>>;

const toJson = (body: unknown): Extras => ({ body });
const toForm = (members: Members): Extras => ({
  text: new URLSearchParams(
    Object.entries(members).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString(),
  headers: [['Content-Type', 'application/x-www-form-urlencoded']],
});

/** Wrappings of the members of a dispute: the document shows no body. */
const WRAPPINGS: readonly ((members: Members) => Extras)[] = [
  toJson,
  (members) => toJson({ dispute: members }),
  (members) => toJson([members]),
  toForm,
];

/**
 * Returns forms of the body, the most promising first: that of the config or of the published document, the words of the interface
 * document, then all spellings together with the members of listed rows.
 */
export function listBodyForms(write: Write, sources: BodySources): readonly BodyForm[] {
  const { bindings } = sources;
  const bound: BodyForm[] = hasTemplate(write, bindings) ? listTemplateForms(write, sources) : [];
  return [...bound, ...(write === 'createDispute' ? listDisputeForms(sources) : listDerivationForms(sources))];
}

/** Most days may be settled already. */
const MOST_DAYS = 8;

/** Returns the body of the template, for a derivation once for each day with transactions and each group, the latest day first. */
function listTemplateForms(write: Write, { reader, bindings }: BodySources): BodyForm[] {
  const toForm = (more: Partial<WriteSubject>): BodyForm => ({
    toExtras: (subject) =>
      toJson(
        createWriteBody(write, bindings, {
          ...subject,
          account: reader.sees.account,
          group: [...reader.sees.groups.keys()][0],
          ...more,
        }),
      ),
  });
  if (write === 'createDispute') return [toForm({})];
  const template = JSON.stringify(createWriteBody(write, bindings, { transaction: '', day: '@', group: '@' }));
  const days = template.includes('@')
    ? reader.sees.transactions.flatMap(({ value }) => readDay(value, bindings) ?? [])
    : [];
  const latest = [...new Set(days)].toSorted().toReversed().slice(0, MOST_DAYS);
  const groups = template.includes('"@"') ? [...reader.sees.groups.keys()] : [];
  const forms = (latest.length === 0 ? [{}] : latest.map((day) => ({ day }))).flatMap((day) =>
    groups.length < 2 ? [toForm(day)] : groups.map((group) => toForm({ ...day, group })),
  );
  return forms.slice(0, MOST_DAYS);
}

function listDisputeForms(sources: BodySources): BodyForm[] {
  const reasons = listReasons(sources);
  const forms = reasons.slice(0, MOST_REASONS).flatMap((reason) => {
    const plain = (subject: WriteSubject) => ({
      transaction_id: subject.transaction,
      reason_code: reason,
      amount: subject.amount ?? SOME_AMOUNT,
    });
    const toAll = (subject: WriteSubject, amount: string | number): Members => ({
      ...copyRow(sources, subject.transaction, amount),
      ...plain(subject),
      amount,
      transactionId: subject.transaction,
      reasonCode: reason,
      tx: subject.transaction,
      code: reason,
      amt: amount,
    });
    const whole = (wrap: (members: Members) => Extras): BodyForm => ({
      toExtras: (subject) => wrap(toAll(subject, toWholeNumber(subject.amount))),
    });
    return [
      { toExtras: (subject: WriteSubject) => toJson(plain(subject)) },
      ...WRAPPINGS.map(whole),
      { toExtras: (subject: WriteSubject) => toJson(toAll(subject, subject.amount ?? SOME_AMOUNT)) },
    ];
  });
  return forms;
}

const MOST_REASONS = 2;
/** In the smallest unit, or in whole ones: hardly more than any transaction. */
const SOME_AMOUNT = 100;

/** Returns the digits of an amount: its number in the smallest unit if it is written with all decimals. */
const toWholeNumber = (amount: string | number | undefined): number => {
  const digits = String(amount ?? SOME_AMOUNT).replaceAll(/\D/g, '');
  return digits.length > 0 && digits.length < 10 && Number(digits) > 0 ? Number(digits) : SOME_AMOUNT;
};

const NAMES_REASON = /reason|grund|motiv|motif|caus|rsn|razon|ursache/i;
const NAMES_OTHERS = /status|state|type|id$|currency|stage/i;

/** Returns the reasons that listed disputes have: by the binding, by their names, else short words that recur. */
function listReasons({ list, bindings }: BodySources): string[] {
  const pointer = bindings.find('disputes.reason_code');
  const rows = list?.rows ?? [];
  const bound = pointer === undefined ? [] : rows.flatMap(({ text }) => findTexts(JSON.parse(text), pointer));
  const values = rows.flatMap((row) => row.values);
  const named = values.filter(({ place }) => NAMES_REASON.test(place));
  const coded = named.filter(({ place }) => /code|value|key|id$/i.test(place.slice(place.lastIndexOf('/'))));
  const words = values.filter(
    ({ place, text }) => !NAMES_OTHERS.test(place) && /^[A-Za-z][A-Za-z_ -]{3,30}$/.test(text),
  );
  const all = [...bound, ...[...coded, ...named, ...words].map(({ text }) => text)];
  return [...new Set([...all, 'other'])];
}

/** Returns the members of a listed row about a transaction, for another transaction: a service may take what it shows. */
function copyRow({ list, place }: BodySources, transaction: string, amount: string | number): Members {
  const row = list?.rows.find(({ values }) => values.some((one) => one.place === place));
  if (row === undefined || place === undefined || list === undefined) return {};
  return Object.fromEntries(
    row.values.flatMap(({ place: at, text }) => {
      const name = at.split('/')[1] ?? '';
      if (at === place) return [[name, transaction]];
      if (/amount|amt|betrag|monto|montant|valor|importe/i.test(at)) return [[name, amount]];
      return isCopied(text, at, list.rows) ? [[name, text]] : [];
    }),
  );
}

/** Whether a value is no id or time of the row itself: a word, or a value that several rows have. */
const isCopied = (text: string, place: string, rows: readonly WrittenRow[]): boolean =>
  !isInstant(text) &&
  text.length <= 40 &&
  (!isDistinctive(text) ||
    rows.filter(({ values }) => values.some((one) => one.place === place && one.text === text)).length > 1);

function listDerivationForms({ reader }: BodySources): BodyForm[] {
  const toAll = ({ day, today }: WriteSubject): Members => {
    const last = today ?? day ?? '2025-01-01';
    return {
      day: last,
      date: last,
      business_date: last,
      from: '2020-01-01',
      to: last,
      ...(reader.sees.account === undefined ? {} : { account_id: reader.sees.account }),
    };
  };
  return [
    { toExtras: (subject) => toJson(toAll(subject)) },
    { toExtras: (subject) => toForm(toAll(subject)) },
    { toExtras: () => toJson({}) },
  ];
}

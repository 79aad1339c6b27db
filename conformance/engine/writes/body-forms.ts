import type { Bindings } from '../../bindings/bindings.ts';
import { GENERATED_TEXT } from '../../bindings/inference/columns/document.ts';
import { express, scoreLikeness, splitWords } from '../../bindings/inference/words/synonyms.ts';
import type { Extras } from '../../http/client.ts';
import { findTexts } from '../../oracles/pointers.ts';
import { isDistinctive } from '../../oracles/served.ts';
import { isInstant } from '../../oracles/values/instants.ts';
import type { Write, WriteSubject } from '../accepted-write.ts';
import type { Principal } from '../survey/principals.ts';
import { createWriteBody, hasTemplate, readDay } from '../writing.ts';
import type { WrittenList, WrittenRow } from './written-list.ts';

type Members = Readonly<Record<string, unknown>>;

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
  /** A body with all members of the published schema; `undefined` if there is none. */
  readonly example: Members | undefined;
}

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
 * Returns forms of the body, the most promising first: that of the config or of the published document, all members of its schema,
 * the words of the interface document, then all spellings together with the members of listed rows.
 */
export function listBodyForms(write: Write, sources: BodySources): readonly BodyForm[] {
  const bound: BodyForm[] = hasTemplate(write, sources.bindings) ? listTemplateForms(write, sources) : [];
  const declared = listDeclaredForms(write, sources);
  return [
    ...bound,
    ...declared,
    ...(write === 'createDispute' ? listDisputeForms(sources) : listDerivationForms(sources)),
  ];
}

/** Returns the bodies with all members of the published schema, as JSON, as a list and as a form. */
function listDeclaredForms(write: Write, sources: BodySources): BodyForm[] {
  const { example } = sources;
  if (example === undefined || Object.keys(example).length === 0) return [];
  const reasons = write === 'createDispute' ? listReasons(sources).slice(0, MOST_REASONS) : [undefined];
  return reasons.flatMap((reason) =>
    [toJson, (members: Members) => toJson([members]), toForm]
      .filter((_, at) => at !== 1 || write === 'createDispute')
      .map((wrap): BodyForm => ({ toExtras: (subject) => wrap(fillMembers(example, { subject, reason, sources })) })),
  );
}

interface Facts {
  readonly subject: WriteSubject;
  readonly reason: string | undefined;
  readonly sources: BodySources;
}

/** Fills the members of an example by their names and forms: a value that the document gives stays. */
function fillMembers(example: Members, facts: Facts): Members {
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        return [name, fillMembers({ ...value }, facts)];
      const [sample] = Array.isArray(value) ? value : [value];
      const filled = chooseValue(name, sample, facts) ?? sample;
      return [name, Array.isArray(value) ? [filled] : filled];
    }),
  );
}

const NAMES_DAY = /day|date|tag\b|datum|fecha|jour|dia\b/i;
const NAMES_START = /from|start|begin|since|von|desde|debut|after/i;
const NAMES_END = /\bto\b|until|end|bis|hasta|before|through/i;

/** Returns the value for a member; `undefined` if it keeps that of the document. */
function chooseValue(name: string, sample: unknown, { subject, reason, sources }: Facts): unknown {
  const words = splitWords(name);
  const isNumber = typeof sample === 'number';
  const likeNumber = (text: string | undefined): unknown =>
    isNumber && Number.isSafeInteger(Number(text)) ? Number(text) : text;
  if (scoreLikeness(words, ['transaction']) > 0) return likeNumber(subject.transaction);
  if (scoreLikeness(words, ['terminal']) > 0) return likeNumber(subject.terminal);
  if (scoreLikeness(words, ['customer']) > 0) return likeNumber(listAccountIds(sources.reader)[0]);
  if (/amount|amt/i.test(name) || express(words, 'amount'))
    return isNumber ? toWholeNumber(subject.amount) : String(subject.amount ?? SOME_AMOUNT);
  if (NAMES_START.test(words.join(' '))) return FIRST_DAY;
  if (NAMES_DAY.test(name) || NAMES_END.test(words.join(' '))) return subject.today ?? subject.day;
  return sample === GENERATED_TEXT && reason !== undefined ? reason : undefined;
}

const FIRST_DAY = '2020-01-01';
const MOST_ACCOUNTS = 5;

/** Returns ids that may be those of the account of a key: the known one, else values of the portal outside lists, those named so first. */
export function listAccountIds({ sees }: Principal): readonly string[] {
  if (sees.account !== undefined) return [sees.account];
  const found: { readonly text: string; readonly rank: number }[] = [];
  const collect = (value: unknown, place: string): void => {
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value);
      if (text === '' || text.length > 80 || isInstant(text) || !/\d/.test(text)) return;
      const words = splitWords(place);
      found.push({ text, rank: Number(scoreLikeness(words, ['customer']) > 0) * 2 + Number(express(words, 'id')) });
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [name, one] of Object.entries(value)) collect(one, `${place} ${name}`);
  };
  collect(sees.responses.get('getPortal')?.json, '');
  const ranked = found.toSorted((one, other) => other.rank - one.rank).map(({ text }) => text);
  return [...new Set(ranked)].slice(0, MOST_ACCOUNTS);
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

const MOST_REASONS = 4;
/** In the smallest unit, or in whole ones: hardly more than any transaction. */
const SOME_AMOUNT = 100;

/** Returns the digits of an amount: its number in the smallest unit if it is written with all decimals. */
const toWholeNumber = (amount: string | number | undefined): number => {
  const digits = String(amount ?? SOME_AMOUNT).replaceAll(/\D/g, '');
  return digits.length > 0 && digits.length < 10 && Number(digits) > 0 ? Number(digits) : SOME_AMOUNT;
};

const NAMES_REASON = /reason|grund|motiv|motif|caus|rsn|razon|ursache/i;
const NAMES_OTHERS = /status|state|type|id$|currency|stage/i;

/** Returns the reasons that listed disputes have: by the binding, by their names, else words and codes that recur in a column. */
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
  // one value of each further column of short codes that several rows share
  const columns = Map.groupBy(values, ({ place }) => place);
  const codes = [...columns.values()].flatMap((column) => {
    const texts = column.map(({ text }) => text);
    const isCode = texts.every((text) => CODE.test(text)) && new Set(texts).size < texts.length;
    return isCode ? column.slice(0, 1) : [];
  });
  const all = [...bound, ...[...coded, ...named, ...words.slice(0, 1), ...codes, ...words].map(({ text }) => text)];
  return [...new Set([...all, 'other'])];
}

const CODE = /^[\w.-]{1,12}$/;

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
  const toAll = ({ day, today }: WriteSubject, account: string | undefined): Members => {
    const last = today ?? day ?? '2025-01-01';
    return {
      day: last,
      date: last,
      business_date: last,
      from: FIRST_DAY,
      to: last,
      ...(account === undefined ? {} : { account_id: account }),
    };
  };
  const [known, ...others] = listAccountIds(reader);
  const ofAccount = (account: string | undefined): BodyForm[] =>
    [toJson, toForm].map((wrap) => ({ toExtras: (subject) => wrap(toAll(subject, account)) }));
  return [...ofAccount(known), { toExtras: () => toJson({}) }, ...others.flatMap(ofAccount)];
}

import type { Extras } from '../../http/client.ts';
import { listElements, listStrings } from '../../reading/names/response-words.ts';
import { findTexts } from '../../reading/pointers.ts';
import { isDistinctive, listPlacedTexts, type PlacedText } from '../../reading/served.ts';
import { isInstant, isTimeText } from '../../reading/values/instants.ts';
import { express, scoreLikeness, splitWords } from '../../reading/words/synonyms.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { GENERATED_TEXT } from '../../slots/inference/columns/document.ts';
import type { Write, WriteSubject } from './accepted-write.ts';
import { createWriteBody, hasTemplate, readDay } from './writing.ts';
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
  /** The body of the published schema, with all members; `undefined` if there is none. */
  readonly declared: DeclaredBody | undefined;
}

/** The body of a write as the published document declares it. */
export interface DeclaredBody {
  readonly example: Members;
  readonly isForm: boolean;
  readonly isList: boolean;
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

/** Returns the bodies with all members of the published schema: as it declares them, then in other forms. */
function listDeclaredForms(write: Write, sources: BodySources): BodyForm[] {
  const { declared } = sources;
  if (declared === undefined || Object.keys(declared.example).length === 0) return [];
  const { example, isForm, isList } = declared;
  const toList = (members: Members): Extras => toJson([members]);
  const own = isForm ? toForm : isList ? toList : toJson;
  const others = [toJson, ...(write === 'createDispute' ? [toList] : []), toForm].filter((one) => one !== own);
  const fill = (wrap: (members: Members) => Extras, { amountForm = 0, ...choice }: Partial<Choice> = {}): BodyForm => ({
    toExtras: (subject) => wrap(fillMembers(example, { subject, amountForm, ...choice, sources })),
  });
  if (write !== 'createDispute') {
    const listed = listLatestRows(Object.keys(example), sources);
    return [fill(own), ...listed.map((row) => fill(own, { row })), ...others.map((wrap) => fill(wrap))];
  }
  const reasons = listReasons(sources).slice(0, MOST_REASONS);
  const [reason] = reasons;
  const isShared = Object.keys(example).some((name) => listSharedPlaces(name, sources).length > 0);
  const amountForms = namesAmount(example, sources) ? AMOUNT_FORMS : [0];
  return [
    ...amountForms.flatMap((amountForm) =>
      (isShared ? reasons.slice(0, 1) : reasons).map((one) => fill(own, { reason: one, amountForm })),
    ),
    ...others.map((wrap) => fill(wrap, { reason })),
  ];
}

/** The ways to write an amount: as its row shows it, in the smallest unit, with decimals. */
const AMOUNT_FORMS: readonly number[] = [0, 1, 2];

interface Choice {
  readonly reason?: string | undefined;
  readonly amountForm: number;
  /** A listed row whose values the body repeats in the members that both have. */
  readonly row?: WrittenRow | undefined;
}

const MOST_ROWS = 4;

/**
 * Returns listed rows with members of these names, the latest of each day first: a service may derive only what it lists as open, for
 * days by its own clock.
 */
function listLatestRows(names: readonly string[], { list }: BodySources): readonly WrittenRow[] {
  const rows = (list?.rows ?? []).flatMap((row) => {
    const shared = names.flatMap((name) => findShared(name, row) ?? []);
    const day = shared.map(readIsoDay).find((text) => text !== undefined);
    return day === undefined ? [] : [{ row, day }];
  });
  const sorted = rows.toSorted((one, other) => other.day.localeCompare(one.day));
  const firsts = [...Map.groupBy(sorted, ({ day }) => day).values()].flatMap(([first]) => first ?? []);
  return [...new Set([...sorted.slice(0, MOST_ROWS / 2), ...firsts])].slice(0, MOST_ROWS).map(({ row }) => row);
}

const readLastName = (place: string): string | undefined => place.split(/[/#[\]]/).at(-1);

/** Returns the value of a row in the member of this name, or of its singular: a body may have a list of them. */
const findShared = (name: string, { values }: WrittenRow): string | undefined =>
  values.find(({ place }) => {
    const last = readLastName(place);
    return last === name || (last !== undefined && `${last}s` === name);
  })?.text;

const readIsoDay = (text: string): string | undefined => /^20\d\d-\d\d-\d\d/.exec(text)?.[0];

interface Facts extends Choice {
  readonly subject: WriteSubject;
  readonly sources: BodySources;
}

/** Fills the members of an example by their names and forms: a value that the document gives stays. */
function fillMembers(example: Members, facts: Facts): Members {
  // an object with a currency is an amount, for any name
  const isMoney = Object.keys(example).length > 1 && hasCurrency(example);
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        return [name, fillMembers({ ...value }, facts)];
      const [sample] = Array.isArray(value) ? value : [value];
      const isAmount = isMoney && (typeof sample === 'number' || AMOUNT.test(String(sample)));
      const filled =
        (isAmount && !NAMES_CURRENCY.test(name)
          ? writeAmount(facts.subject, facts.amountForm, typeof sample === 'number')
          : chooseValue(name, sample, facts)) ?? sample;
      return [name, Array.isArray(value) ? [filled] : filled];
    }),
  );
}

const NAMES_CURRENCY = /curr|ccy|moneda|devise|w(ä|ae?)hrung|valuta|moeda/i;

/** Returns the currency of a transaction as its row shows it, else the one that other responses to the key show. */
function findCurrency({ transaction }: WriteSubject, { sees }: Principal): string | undefined {
  const isCurrency = ({ place, text }: PlacedText) => NAMES_CURRENCY.test(place) && /^[A-Z]{3}$/.test(text);
  const list = sees.responses.get('listTransactions');
  const rows = list === undefined ? [] : listElements(list);
  const own = rows.find(({ value }) => listStrings(value).includes(transaction));
  for (const value of [own?.value, ...[...sees.responses.values()].map(({ json }) => json)]) {
    const found = listPlacedTexts(value).find(isCurrency);
    if (found !== undefined) return found.text;
  }
  return undefined;
}

/** Returns the places of listed rows with this name in their path: a body may name its members as the list does. */
const listSharedPlaces = (name: string, { list }: BodySources): string[] => [
  ...new Set(
    (list?.rows ?? []).flatMap(({ values }) =>
      values.flatMap(({ place }) => (place.split(/[/#[\]]/).includes(name) ? [place] : [])),
    ),
  ),
];

const hasCurrency = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).some((name) => NAMES_CURRENCY.test(name));

const isAmountName = (name: string): boolean => /amount|amt/i.test(name) || express(splitWords(name), 'amount');

/** Whether the listed rows have nothing but amounts in the members of this name. */
function isAmountColumn(name: string, sources: BodySources): boolean {
  const places = listSharedPlaces(name, sources);
  const rows = sources.list?.rows ?? [];
  const texts = rows.flatMap(({ values }) => values.flatMap((one) => (places.includes(one.place) ? [one.text] : [])));
  return texts.length > 0 && texts.every((text) => AMOUNT.test(text) && !isInstant(text));
}

const AMOUNT = /^\D{0,5}\d[\d.,' ]*[.,]\d{2,4}\D{0,5}$|^\d*00$/;

const namesAmount = (example: Members, sources: BodySources): boolean =>
  Object.entries(example).some(
    ([name, value]) => isAmountName(name) || hasCurrency(value) || isAmountColumn(name, sources),
  );

const NAMES_DAY = /day|date|tag\b|datum|fecha|jour|dia\b/i;
const NAMES_START = /from|start|begin|since|von|desde|debut|after/i;
const NAMES_END = /\bto\b|until|end|bis|hasta|before|through/i;

/** Returns the value for a member; `undefined` if it keeps that of the document. */
function chooseValue(name: string, sample: unknown, facts: Facts): unknown {
  const { subject, reason, sources, amountForm } = facts;
  const words = splitWords(name);
  const isNumber = typeof sample === 'number';
  const likeNumber = (text: string | undefined): unknown =>
    isNumber && Number.isSafeInteger(Number(text)) ? Number(text) : text;
  const listed = facts.row && findShared(name, facts.row);
  if (listed !== undefined) return likeNumber(listed);
  if (NAMES_CURRENCY.test(name)) return findCurrency(subject, sources.reader);
  if (scoreLikeness(words, ['transaction']) > 0) return likeNumber(subject.transaction);
  if (scoreLikeness(words, ['terminal']) > 0) return likeNumber(subject.terminal);
  if (scoreLikeness(words, ['customer']) > 0) return likeNumber(listAccountIds(sources.reader)[0]);
  const shared = listSharedPlaces(name, sources);
  if (sources.place !== undefined && shared.includes(sources.place)) return likeNumber(subject.transaction);
  if (isAmountName(name) || isAmountColumn(name, sources)) return writeAmount(subject, amountForm, isNumber);
  if (NAMES_START.test(words.join(' '))) return FIRST_DAY;
  if (NAMES_DAY.test(name) || NAMES_END.test(words.join(' '))) return writeDay(subject, String(sample));
  if (/^groups?$|group.?ids?$/i.test(name)) return likeNumber([...sources.reader.sees.groups.keys()][0]);
  if (sample !== GENERATED_TEXT) return undefined;
  return listCategories(sources, (place) => shared.includes(place))[0] ?? reason;
}

/** Writes the day of the run, or of the transaction, as a date, or as its first instant if the sample is an instant. */
const writeDay = ({ today, day }: WriteSubject, sample: string): string | undefined => {
  const date = today ?? day;
  return date !== undefined && /^\d{4}-\d\d-\d\dT/.test(sample) ? `${date}T00:00:00Z` : date;
};

/** Writes an amount as its row shows it, in the smallest unit, or with decimals. */
function writeAmount({ amount }: WriteSubject, form: number, isNumber: boolean): string | number {
  const decimal = /^\d+\.\d+$/.test(String(amount)) ? String(amount) : '1.00';
  if (isNumber) return form === 2 ? Number(decimal) : toWholeNumber(amount);
  return [String(amount ?? SOME_AMOUNT), String(toWholeNumber(amount)), decimal][form] ?? decimal;
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
      if (text === '' || text.length > 80 || isTimeText(text) || !/\d/.test(text)) return;
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
  // a service may take the name of the id in its list of transactions
  const [, idName] = /^(?:\/[^/]+)*\/([^/*#$~]+)$/.exec(sources.bindings.find('transactions.id') ?? '') ?? [];
  const forms = reasons.slice(0, MOST_REASONS).flatMap((reason) => {
    const plain = (subject: WriteSubject) => ({
      transaction_id: subject.transaction,
      reason_code: reason,
      amount: subject.amount ?? SOME_AMOUNT,
    });
    const toAll = (subject: WriteSubject, amount: string | number): Members => ({
      ...(idName === undefined ? {} : { [idName]: subject.transaction }),
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

/** Returns the reasons that listed disputes may have: by the binding, by their names, else one value of each column with few values. */
function listReasons(sources: BodySources): string[] {
  const { list, bindings } = sources;
  const pointer = bindings.find('disputes.reason_code');
  const rows = list?.rows ?? [];
  const bound = pointer === undefined ? [] : rows.flatMap(({ text }) => findTexts(JSON.parse(text), pointer));
  const named = listCategories(sources, (place) => NAMES_REASON.test(place));
  const others = listCategories(sources, (place) => !NAMES_REASON.test(place) && !NAMES_OTHERS.test(place));
  return [...new Set([...bound.slice(0, 1), ...named, ...others, 'other'])];
}

/** Returns one value of each column that repeats few values: codes first, then words. */
function listCategories({ list }: BodySources, isWanted: (place: string) => boolean): string[] {
  const rows = list?.rows ?? [];
  const columns = [
    ...Map.groupBy(
      rows.flatMap(({ values }) => values),
      ({ place }) => place,
    ),
  ];
  return columns
    .flatMap(([place, column]) => {
      const texts = column.map(({ text }) => text);
      const isFew = texts.every((text) => text.length <= 40 && !NO_REASON.test(text) && !AMOUNT.test(text));
      const distinct = new Set(texts);
      const isCategory = rows.length < 3 || (distinct.size > 1 && distinct.size < texts.length);
      const [text = ''] = texts;
      return isWanted(place) && isFew && isCategory && text !== '' && !place.includes('#')
        ? [{ text, rank: rankCategory(place, texts) }]
        : [];
    })
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ text }) => text);
}

/** A time or a date in any notation, and a compact instant. */
const NO_REASON = /\d[:./-]\d|\d{8,}/;

/** Ranks a column: a code of several words is more likely a reason than one word, and a number is less likely one. */
const rankCategory = (place: string, texts: readonly string[]): number =>
  Number(/code|value|key|id$/i.test(place.slice(place.lastIndexOf('/')))) * 3 +
  Number(texts.some((text) => /[A-Za-z][ _-][A-Za-z]/.test(text))) * 2 +
  Number(texts.every((text) => /^\p{L}/u.test(text)));

/** Names of objects that only hold the members of a row. */
const WRAPPER = /^(attributes|value|data|relationships)$/;

/** Returns the members of a listed row about a transaction, for another transaction: a service may take what it shows. */
function copyRow({ list, place }: BodySources, transaction: string, amount: string | number): Members {
  const row = list?.rows.find(({ values }) => values.some((one) => one.place === place));
  if (row === undefined || place === undefined || list === undefined) return {};
  return Object.fromEntries(
    row.values.flatMap(({ place: at, text }) => {
      if (at.includes('#') && at !== place) return [];
      const name = at.split(/[/#]/).find((one) => one !== '' && !WRAPPER.test(one)) ?? '';
      if (at === place) return [[name, transaction]];
      if (/amount|amt|betrag|monto|montant|valor|importe/i.test(at)) return [[name, amount]];
      return isCopied(text, at, list.rows) ? [[name, text]] : [];
    }),
  );
}

/** Whether a value is no id or time of the row itself: a word, or a value that several rows have. */
const isCopied = (text: string, place: string, rows: readonly WrittenRow[]): boolean =>
  !isTimeText(text) &&
  text.length <= 40 &&
  (!isDistinctive(text) ||
    rows.filter(({ values }) => values.some((one) => one.place === place && one.text === text)).length > 1);

/** Returns the names of the dates in the listed rows: a body may have the names that the list shows. */
function listDateNames({ list }: BodySources): readonly string[] {
  const dates = (list?.rows ?? []).flatMap(({ values }) => values.filter(({ text }) => LISTED_DATE.test(text)));
  return [...new Set(dates.flatMap(({ place }) => readLastName(place) ?? []))];
}

/** A date without a time, in the notations of services: 2026-11-29, 20261129, 29/11/2026. */
const LISTED_DATE = /^(20\d\d-?\d\d-?\d\d|\d{1,2}[./]\d{1,2}[./]20\d\d)$/;

function listDerivationForms(sources: BodySources): BodyForm[] {
  const { reader } = sources;
  const names = listDateNames(sources);
  const toAll = ({ day, today }: WriteSubject, account: string | undefined): Members => {
    const last = today ?? day ?? '2025-01-01';
    return {
      ...Object.fromEntries(names.map((name) => [name, NAMES_START.test(name) ? FIRST_DAY : last])),
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

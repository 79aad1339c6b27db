import { toSegment, type ValuePointer } from '../../reading/pointers.ts';
import { toFlag } from '../../reading/values/flags.ts';
import { isInstant } from '../../reading/values/instants.ts';
import { type Concept, express, expressExactly, splitWords } from '../../reading/words/synonyms.ts';

/** A group of data that the document lists for the portal snapshot. */
export interface PortalGroup {
  readonly name: string;
  readonly concepts: readonly Concept[];
  /** Whether it consists of lists, so that an object of texts is something else. */
  readonly isList: boolean;
  /** Names that mean something else: `terminal_groups` are no terminals. */
  readonly without?: readonly Concept[];
}

const PROFILES: PortalGroup = {
  name: 'principal and account profile data',
  concepts: ['principal', 'customer', 'account', 'user'],
  isList: false,
};
const ORGANIZATION: PortalGroup = {
  name: 'organization branding and DNS state',
  concepts: ['branding', 'dns'],
  isList: false,
};
const PRINCIPAL = { concepts: ['principal'] } as const;
const USERS: PortalGroup = { name: 'visible users', concepts: ['user'], isList: true };
const FLAGS: PortalGroup = { name: 'access flags', concepts: ['access'], isList: false };

/** The groups in the order of the document. */
export const PORTAL_GROUPS = {
  profiles: PROFILES,
  organization: ORGANIZATION,
  flags: FLAGS,
  users: USERS,
  terminals: { name: 'visible terminals', concepts: ['terminal'], isList: true, without: ['group', 'recent'] },
  groups: { name: 'visible groups and connectors', concepts: ['group', 'connector'], isList: true },
  recent: {
    name: 'recent transactions, commands and forms',
    concepts: ['recent', 'transaction', 'command', 'form'],
    isList: true,
  },
  reports: { name: 'the available report catalog', concepts: ['report'], isList: true },
} as const satisfies Readonly<Record<string, PortalGroup>>;

/** A part of a group: a separate list, or in one list with the other parts of the group. */
export interface PortalPart extends PortalGroup {
  /** The names of the other parts: a list with one of these names holds those only. */
  readonly others: readonly Concept[];
}

/** The parts of the groups that consist of several lists. */
export const PORTAL_PARTS = {
  groups: { name: 'visible groups', concepts: ['group'], others: ['connector'], isList: true },
  connectors: { name: 'visible connectors', concepts: ['connector'], others: ['group'], isList: true },
  transactions: { name: 'recent transactions', concepts: ['transaction'], others: ['command', 'form'], isList: true },
  commands: { name: 'recent commands', concepts: ['command'], others: ['transaction', 'form'], isList: true },
  forms: { name: 'recent forms', concepts: ['form'], others: ['transaction', 'command'], isList: true },
} as const satisfies Readonly<Record<string, PortalPart>>;

const SECTIONS: readonly Concept[] = ['compliance', 'vault', 'onboarding', 'document', 'video'];
const createSection = (name: string, concepts: readonly Concept[]): PortalPart => ({
  name,
  concepts,
  others: SECTIONS.filter((concept) => !concepts.includes(concept)),
  isList: true,
});

/** The sections that the document makes available in the snapshot only. */
export const PORTAL_SECTIONS = {
  vault: createSection('compliance vault', ['vault', 'compliance']),
  onboarding: createSection('onboarding', ['onboarding']),
  documents: createSection('documents', ['document']),
  videos: createSection('videos', ['video']),
} as const satisfies Readonly<Record<string, PortalPart>>;
const EXPLAINING: readonly Concept[] = [
  ...Object.values(PORTAL_GROUPS).flatMap(({ concepts }) => concepts),
  ...SECTIONS,
];

/** A list with such a name may hold all parts of a group: `recent_activity`. */
const WHOLES: Pick<PortalGroup, 'concepts'> = { concepts: ['recent'] };

/** A member of the snapshot outside the rows of its lists. */
interface PortalNode {
  readonly place: ValuePointer;
  /** The names on the way to it, each as words. */
  readonly names: readonly (readonly string[])[];
  readonly kind: 'list' | 'object' | 'flag' | 'number' | 'text' | 'time';
  /** Whether it is null, or a list or an object without content. */
  readonly isEmpty: boolean;
  /** Whether it is a list of objects. */
  readonly hasRows?: boolean;
  /** Whether each of them has an e-mail address, or of those in a list that it holds. */
  readonly hasPeople?: boolean;
}

/** The portal snapshot of one key, as far as its groups are concerned. */
export interface PortalOutline {
  /** Whether some member expresses the group in any language, or has its form. */
  readonly shows: (group: PortalGroup) => boolean;
  /** Returns the members that no name explains, and that could be the group. */
  readonly listPossible: (group: PortalGroup) => readonly ValuePointer[];
  /**
   * Whether some member may be the part: by its name, by a name that no group explains, as one of several lists that another name explains,
   * or as a list with the name of the whole group.
   */
  readonly mayShow: (part: PortalPart) => boolean;
  /** Whether it writes a group that is empty, so that it does not omit empty ones. */
  readonly writesEmpty: boolean;
  /** Whether no flag denies anything, or a text is the role of an administrator. */
  readonly isOfAdministrator: boolean;
}

const ADMINISTRATOR =
  /^(account|tenant|organi[sz]ation)?[ _-]?(admin|administrat(or|eur|ore)|administrador|owner|superuser|inhaber|propri[eé]taire|titular)$/i;
const FEWEST_FLAGS = 3;

/** Describes the members of a portal snapshot. The elements of lists are read only where they are named sections. */
export function outlinePortal(portal: unknown): PortalOutline {
  const nodes: PortalNode[] = [];
  const texts: string[] = [];
  const visit = (value: unknown, at: Pick<PortalNode, 'place' | 'names'>): void => {
    const enter = (name: string, one: unknown): void =>
      visit(one, { place: at.place + toSegment(name), names: [...at.names, splitWords(name)] });
    const sections = readNamedSections(value);
    if (sections !== undefined) for (const [name, one] of sections) enter(name, one);
    else if (Array.isArray(value) || isKeyed(value)) {
      const elements = Object.values(value);
      const hasRows = elements.some((one) => typeof one === 'object' && one !== null);
      nodes.push({ ...at, kind: 'list', isEmpty: elements.length === 0, hasRows, hasPeople: arePeople(elements) });
      // a response of a database has a list also of the only profile
      if (Array.isArray(value) && elements.length === 1 && typeof elements[0] === 'object')
        nodes.push({ ...at, kind: 'object', isEmpty: false });
    } else if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value);
      const isList = members.every(([, one]) => typeof one === 'object' || typeof one === 'number');
      const hasPeople = members.some(([, one]) => Array.isArray(one) && arePeople(one));
      nodes.push({ ...at, kind: isList ? 'list' : 'object', isEmpty: members.length === 0, hasPeople });
      for (const [name, one] of members) enter(name, one);
    } else {
      if (typeof value === 'string') texts.push(value);
      const isTime = typeof value === 'string' && isInstant(value);
      // null may be a list that is empty
      const isNumber = typeof value === 'number';
      const kind =
        value === null ? 'list' : isNumber ? 'number' : toFlag(value) !== undefined ? 'flag' : isTime ? 'time' : 'text';
      nodes.push({ ...at, kind, isEmpty: value === null });
    }
  };
  visit(portal, { place: '', names: [] });
  const inner = nodes.filter(({ names }) => names.length > 0);
  const isNamed = (
    { names }: PortalNode,
    { concepts, without = [], others = [] }: Pick<PortalPart, 'concepts'> & Partial<PortalPart>,
  ): boolean => {
    // the list of one part may name the section of all: `recent_transactions: { transactions, commands, forms }`
    const end = names.findIndex((words) => isCloser(words, [...concepts, ...others]));
    return names
      .slice(0, end === -1 ? names.length : end)
      .some(
        (words) =>
          concepts.some((concept) => express(words, concept)) && !without.some((concept) => express(words, concept)),
      );
  };
  // the section of a profile may hold lists of other things: `identity: { team: […] }`
  const isExplained = ({ names, hasRows = false }: PortalNode): boolean =>
    hasRows ? names.some(namesList) || isExplainedBy(names.at(-1) ?? []) : names.some(isExplainedBy);
  const isBelow = (node: PortalNode, { names }: PortalNode): boolean =>
    node.names.length > names.length && names.every((words, depth) => node.names[depth] === words);
  // an envelope is no section
  const isEnvelope = (node: PortalNode): boolean => inner.some((one) => isBelow(one, node) && isExplained(one));
  const flags = inner.filter((node) => node.kind === 'flag' && !isNamed(node, ORGANIZATION));
  const fits = ({ kind }: PortalNode, { isList }: PortalGroup): boolean =>
    isList ? kind === 'list' || kind === 'object' : kind !== 'time';
  // the nearest name decides: the branding of an organization is no account profile
  const isOfProfile = ({ kind, names }: PortalNode): boolean => {
    const words = names.findLast(isExplainedBy) ?? names.at(-1) ?? [];
    return (kind === 'object' || kind === 'text') && PROFILES.concepts.some((concept) => express(words, concept));
  };
  const showsUsers = (): boolean => {
    const ofPeople = inner.filter((node) => fits(node, USERS) && (isNamed(node, USERS) || isNamed(node, PRINCIPAL)));
    // the caller is a user too: an object of texts may be either
    const separate = ofPeople.filter((node) => !ofPeople.some((one) => isBelow(node, one)));
    if (inner.some(({ hasPeople }) => hasPeople)) return true;
    return separate.length > 1 || ofPeople.some((node) => node.kind === 'list' && isNamed(node, USERS));
  };
  return {
    shows: (group) => {
      if (group === USERS) return showsUsers();
      if (group === PROFILES) return inner.some((node) => isOfProfile(node));
      return (group === FLAGS && flags.length > 0) || inner.some((node) => fits(node, group) && isNamed(node, group));
    },
    listPossible: (group) =>
      inner.filter((node) => fits(node, group) && !isExplained(node) && !isEnvelope(node)).map(({ place }) => place),
    mayShow: (part) => {
      if (inner.some((node) => fits(node, part) && isNamed(node, part))) return true;
      const lists = inner.filter((node) => node.kind === 'list' && !isEnvelope(node));
      const isOfOthers = ({ names }: PortalNode): boolean =>
        part.others.some((concept) => names.some((words) => expressExactly(words, concept)));
      const listNamed = (concept: Concept) => lists.filter(({ names }) => expressExactly(names.at(-1) ?? [], concept));
      return (
        // forms may have the addresses of their senders
        lists.some(
          (node) =>
            !(isExplained(node) || (node.hasPeople === true && !part.concepts.includes('form'))) ||
            (isNamed(node, WHOLES) && !isOfOthers(node)),
        ) || EXPLAINING.some((concept) => listNamed(concept).length > 1)
      );
    },
    // an empty member of an envelope or of a row is no group, and a missing branding is no list
    writesEmpty: inner.some(({ isEmpty, names }) => isEmpty && namesList(names.at(-1) ?? [])),
    isOfAdministrator:
      texts.some((text) => ADMINISTRATOR.test(text)) || (flags.length >= FEWEST_FLAGS && !hasDeniedFlag(portal)),
  };
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Whether each row of a list has an e-mail address. */
const arePeople = (rows: readonly unknown[]): boolean =>
  rows.length > 0 &&
  rows.every((row) => Object.values(Object(row)).some((one) => typeof one === 'string' && ADDRESS.test(one)));

/** Returns the elements of a list of named sections: each has its name and its content. `undefined` for other values. */
function readNamedSections(value: unknown): (readonly [name: string, content: unknown])[] | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const elements = value.map((element: unknown): [string, unknown][] =>
    typeof element === 'object' && element !== null ? Object.entries(element) : [],
  );
  const names = new Set(elements.flatMap((members) => members.map(([name]) => name)));
  if (names.size !== 2) return undefined;
  for (const name of names) {
    const titles = elements.map((members) => members.find(([member]) => member === name)?.[1]);
    const contents = elements.map((members) => members.find(([member]) => member !== name)?.[1]);
    const areTitles = titles.every((one) => typeof one === 'string') && new Set(titles).size === titles.length;
    if (areTitles && contents.some((one) => typeof one === 'object' && one !== null))
      return titles.map((title, at) => [String(title), contents[at]]);
  }
  return undefined;
}

/** Whether an object is a list by key: objects with the same members, or one that contains its own key. */
function isKeyed(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const members: [string, unknown][] = Object.entries(value);
  if (members.some(([name]) => isExplainedBy(splitWords(name)))) return false;
  const [first, ...others] = members.map(([, one]) =>
    typeof one === 'object' && one !== null && !Array.isArray(one) ? Object.keys(one) : undefined,
  );
  if (first === undefined || others.includes(undefined)) return false;
  if (others.length === 0)
    return members.every(([key, one]) => Object.values(Object(one)).some((id) => String(id) === key));
  return first.filter((name) => others.every((each) => each?.includes(name))).length >= FEWEST_SHARED;
}

const LISTS: readonly Concept[] = Object.values(PORTAL_GROUPS).flatMap(({ concepts, isList }) =>
  isList ? concepts : [],
);
/** The names of single lists and of the flags; `recent` names a section of several lists. */
const CLOSING: readonly Concept[] = ['access', ...LISTS.filter((concept) => concept !== 'recent')];

const namesList = (words: readonly string[]): boolean =>
  [...LISTS, ...SECTIONS].some((concept) => expressExactly(words, concept));

/** Whether a name means another list or the flags: the names below it are those of its parts, such as the operations among reports. */
const isCloser = (words: readonly string[], concepts: readonly Concept[]): boolean =>
  CLOSING.some((concept) => expressExactly(words, concept)) &&
  !concepts.some((concept) => expressExactly(words, concept));

const isExplainedBy = (words: readonly string[]): boolean =>
  EXPLAINING.some((concept) => expressExactly(words, concept));

const FEWEST_SHARED = 2;

function hasDeniedFlag(value: unknown): boolean {
  if (toFlag(value) === false) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasDeniedFlag);
}

import { endSession, isOperator, portal, users } from '../api/session.ts';
import { toWords } from '../format/words.ts';
import type { IconName } from '../parts/icons.tsx';
import { chooseUser } from '../state/address-user.ts';
import { advanceClock, CLOCK_STEPS } from '../state/clock-actions.ts';
import { overlay } from '../state/overlay.ts';
import { linkTo, linkToItem } from '../state/route.ts';
import { theme } from '../state/theme.ts';
import { offeredViews } from './views.tsx';

/** An entry of the palette. */
export interface Command {
  readonly group: string;
  readonly title: string;
  readonly note?: string;
  readonly icon: IconName;
  readonly run: () => void;
}

/** How the ids of objects begin, and the route that opens one. */
const OBJECTS: readonly { readonly prefix: string; readonly name: string; readonly view: string }[] = [
  { prefix: 'txn', name: 'transaction', view: 'transactions' },
  { prefix: 'ach', name: 'settlement batch', view: 'settlements' },
  { prefix: 'dsp', name: 'dispute', view: 'disputes' },
  { prefix: 'dlv', name: 'delivery', view: 'events' },
  { prefix: 'grp', name: 'group', view: 'groups' },
  { prefix: 'con', name: 'connector', view: 'connectors' },
  { prefix: 'cmd', name: 'command', view: 'commands' },
  { prefix: 'dst', name: 'destination', view: 'destinations' },
  { prefix: 'run', name: 'run of the kit', view: 'conformance' },
];

const MOST_OF_A_GROUP = 8;

/** Returns the entries that match a text, those that begin with it first. Without text, terminals and users are omitted. */
export function findCommands(text: string): readonly Command[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const groups =
    wanted === '' ? [listViews(), listActions()] : [listViews(), listObjects(), listActions(), listUsers()];
  const found = groups.map((commands) =>
    commands
      .map((command) => ({ command, text: `${command.title} ${command.note ?? ''}`.toLowerCase() }))
      .filter((one) => words.every((word) => one.text.includes(word)))
      .toSorted((one, other) => Number(other.text.startsWith(wanted)) - Number(one.text.startsWith(wanted)))
      .map(({ command }) => command)
      .slice(0, wanted === '' ? undefined : MOST_OF_A_GROUP),
  );
  return [...listById(text.trim()), ...found.flat()];
}

/** Opens what an id names. The view explains an id that does not exist. */
function listById(text: string): readonly Command[] {
  const open = (name: string, link: string): Command => ({
    group: 'Open',
    title: `Open the ${name} ${text}`,
    icon: 'arrow',
    run: () => location.assign(link),
  });
  const object = /^[a-z]{3}_\w+$/.test(text) ? OBJECTS.find(({ prefix }) => text.startsWith(`${prefix}_`)) : undefined;
  if (object !== undefined) return [open(object.name, linkToItem([object.view], { id: text }))];
  return /^[A-Z]{2}\d{6}$/.test(text) && portal.value?.terminals.every(({ terminal_id: id }) => id !== text) === true
    ? [open('terminal', linkTo('fleet', text))]
    : [];
}

const listViews = (): readonly Command[] =>
  offeredViews.value.map(({ id, title, icon }) => ({
    group: 'Go to',
    title,
    icon,
    run: () => location.assign(linkTo(id)),
  }));

const listObjects = (): readonly Command[] =>
  (portal.value?.terminals ?? []).map(({ terminal_id: id, name }) => ({
    group: 'Terminals',
    title: id,
    note: name,
    icon: 'fleet',
    run: () => location.assign(linkTo('fleet', id)),
  }));

function listActions(): readonly Command[] {
  const clock: readonly Command[] = [
    ...CLOCK_STEPS.map(({ text, by }) => ({ title: `Move the clock: ${text}`, move: { by } })),
    { title: 'Move the clock: to the next attempt', move: { to_next_attempt: true as const } },
  ].map(({ title, move }) => ({ group: 'Clock', title, icon: 'clock', run: () => void advanceClock(move) }));
  const themes: readonly Command[] = (['light', 'dark', 'system'] as const).map((name) => ({
    group: 'Page',
    title: `Colours: ${name === 'system' ? 'as the system' : name}`,
    note: 'theme',
    icon: name === 'dark' ? 'moon' : 'sun',
    run: () => {
      theme.value = name;
    },
  }));
  return [
    ...(isOperator.value ? clock : []),
    ...themes,
    {
      group: 'Page',
      title: 'Keyboard shortcuts',
      icon: 'info',
      run: () => {
        overlay.value = 'shortcuts';
      },
    },
    { group: 'Page', title: 'Sign out', icon: 'user', run: () => endSession() },
  ];
}

/** The users as which the operator can act. */
const listUsers = (): readonly Command[] =>
  users.value
    .filter(({ key_state: state }) => state === 'active')
    .map(({ user_id: id, display_name: name, role, account_name: account }) => ({
      group: 'Act as',
      title: name,
      note: `${toWords(role)} · ${account} · ${id}`,
      icon: 'user',
      run: () => chooseUser(id),
    }));

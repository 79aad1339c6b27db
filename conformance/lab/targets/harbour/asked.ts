import type { HarbourFaultName } from './faults.ts';
import type { User } from './model.ts';
import type { Query } from './query.ts';
import type { Route } from './routes.ts';
import { openView, openWhole, type Standing, type View } from './scope.ts';
import { usersOf } from './world.ts';

/** Whether the fault is switched on. */
export type Broken = (fault: HarbourFaultName) => boolean;

/** A request that matches a route. */
export interface Asked {
  readonly route: Route;
  readonly values: Readonly<Record<string, string>>;
  readonly url: URL;
  readonly mediaType: string;
  readonly body: string | undefined;
  readonly standing: Standing;
  readonly broken: Broken;
}

/** A request of a user, with the data that the user may see. */
export interface Scoped extends Asked {
  readonly view: View;
  readonly query: Query;
}

/** Returns a view of everything for each customer. Only faults use it. */
export const everything = ({ standing }: Asked): View[] =>
  usersOf(standing.world)
    .filter(({ role }) => role === 'owner')
    .map((owner) => openView(standing, owner));

/** Returns the views of the other customers. Only faults use it. */
export const strangersTo = (asked: Scoped): View[] =>
  everything(asked).filter(({ customer }) => customer !== asked.view.customer);

/** Returns a view of the user's whole customer. Only faults use it. */
export const wholeOf = ({ standing, view }: Scoped): View => openWhole(standing, view.user);

export const isClerk = ({ role }: User): boolean => role === 'clerk';

import type { FaultName } from './faults.ts';
import type { User } from './model.ts';
import type { Query } from './query.ts';
import type { Route } from './routes.ts';
import { openView, openWhole, type Standing, type View } from './scope.ts';
import { usersOf } from './world.ts';

/** Whether the service is to have this fault. */
export type Broken = (fault: FaultName) => boolean;

/** A request that was understood. */
export interface Asked {
  readonly route: Route;
  readonly values: Readonly<Record<string, string>>;
  readonly url: URL;
  readonly mediaType: string;
  readonly body: string | undefined;
  readonly standing: Standing;
  readonly broken: Broken;
}

/** A request of somebody, with what that user may see. */
export interface Scoped extends Asked {
  readonly view: View;
  readonly query: Query;
}

/** A view of everything that there is, one for each customer: only faults look at it. */
export const everything = ({ standing }: Asked): View[] =>
  usersOf(standing.world)
    .filter(({ role }) => role === 'owner')
    .map((owner) => openView(standing, owner));

/** The views of the other customers: only faults look at them. */
export const strangersTo = (asked: Scoped): View[] =>
  everything(asked).filter(({ customer }) => customer !== asked.view.customer);

/** All that the user's customer has: only faults look at it. */
export const wholeOf = ({ standing, view }: Scoped): View => openWhole(standing, view.user);

export const isClerk = ({ role }: User): boolean => role === 'clerk';

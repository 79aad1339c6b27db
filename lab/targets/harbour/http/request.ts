import type { User } from '../data/model.ts';
import { type DataState, type HarbourView, openFullView, openView } from '../data/scope.ts';
import { listUsers } from '../data/world.ts';
import type { HarbourFaultName } from '../faults.ts';
import type { ListQuery } from './query.ts';
import type { HarbourRoute } from './routes.ts';

/** Whether the fault is switched on. */
export type HasHarbourFault = (fault: HarbourFaultName) => boolean;

/** A request that matches a route. */
export interface RoutedRequest {
  readonly route: HarbourRoute;
  readonly values: Readonly<Record<string, string>>;
  readonly url: URL;
  readonly mediaType: string;
  readonly body: string | undefined;
  readonly dataState: DataState;
  readonly hasFault: HasHarbourFault;
}

/** A request of a user, with the data that the user may see. */
export interface ScopedRequest extends RoutedRequest {
  readonly view: HarbourView;
  readonly query: ListQuery;
}

/** Returns a view of everything for each customer. Only faults use it. */
export const openAllViews = ({ dataState }: RoutedRequest): HarbourView[] =>
  listUsers(dataState.world)
    .filter(({ role }) => role === 'owner')
    .map((owner) => openView(dataState, owner));

/** Returns the views of the other customers. Only faults use it. */
export const openForeignViews = (request: ScopedRequest): HarbourView[] =>
  openAllViews(request).filter(({ customer }) => customer !== request.view.customer);

/** Returns a view of the user's whole customer. Only faults use it. */
export const openCustomerView = ({ dataState, view }: ScopedRequest): HarbourView => openFullView(dataState, view.user);

export const isClerk = ({ role }: User): boolean => role === 'clerk';

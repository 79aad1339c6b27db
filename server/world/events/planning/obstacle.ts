/** Why the event cannot be triggered, and which member of the request causes it. */
export interface Obstacle {
  /** JSON Pointer into the request: `/terminal_id`, `/parameters/minutes`. */
  readonly pointer: string;
  readonly code: ObstacleCode;
  readonly detail: string;
}

export type ObstacleCode =
  | 'unknown_member'
  | 'invalid_value'
  | 'missing_target'
  | 'unknown_target'
  | 'not_in_service'
  | 'cannot_serve'
  | 'already_open'
  | 'held_back'
  | 'has_no_end'
  | 'nothing_to_resolve'
  | 'unknown_object'
  | 'wrong_state';

export const createObstacle = (pointer: string, code: ObstacleCode, detail: string): readonly Obstacle[] => [
  { pointer, code, detail },
];

export const isObstacles = <Value extends object>(given: Value | readonly Obstacle[]): given is readonly Obstacle[] =>
  Array.isArray(given);

import type { OptionNames } from './request-names.ts';

/** A request to the control plane. */
export interface ControlRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Under `/sandbox/`. */
  readonly path: string;
  readonly body?: unknown;
  /** The option that sets each part of the request, so that an error message can name it. */
  readonly options?: OptionNames | undefined;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /** Time limit of each transmission, in real milliseconds. Default: none. */
  readonly timeLimitMs?: number;
}

/** Sends a request and returns the reply. Rejects with `RequestFailure`. */
export type SendControlRequest = (question: ControlRequest) => Promise<unknown>;

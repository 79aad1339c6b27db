import { useEffect, useRef, useState } from 'preact/hooks';
import { describeError, RequestError } from '../api/request.ts';
import { dataVersion } from './live.ts';

/** Data that is read from the API, and read again when it may have changed. */
export interface Resource<Data> {
  /** Undefined before the first reply. Kept while it is read again. */
  readonly data: Data | undefined;
  readonly error: string | undefined;
  /** The HTTP status of the error; 0 if there was no answer. */
  readonly status: number | undefined;
  readonly isLoading: boolean;
  /** Reads again. */
  readonly reload: () => void;
}

interface State<Data> {
  readonly key: string;
  readonly data?: Data;
  readonly error?: string | undefined;
  readonly status?: number | undefined;
}

/**
 * Reads a resource when `key` changes, and again when the sandbox reports a change. A reply to an earlier read never replaces
 * that of a later one.
 */
export function useResource<Data>(key: string, read: () => Promise<Data>): Resource<Data> {
  const [state, setState] = useState<State<Data>>({ key });
  const [count, setCount] = useState(0);
  const latest = useRef(0);
  const version = dataVersion.value;
  useEffect(() => {
    latest.current += 1;
    const mine = latest.current;
    const settle = (next: State<Data>): void => {
      if (mine === latest.current) setState((before) => ({ ...(before.key === key ? before : {}), ...next }));
    };
    read().then(
      (data) => settle({ key, data, error: undefined }),
      (error: unknown) =>
        settle({ key, error: describeError(error), status: error instanceof RequestError ? error.status : undefined }),
    );
  }, [key, version, count]);
  useEffect(
    () => () => {
      latest.current += 1;
    },
    [],
  );
  const isSame = state.key === key;
  return {
    data: isSame ? state.data : undefined,
    error: isSame ? state.error : undefined,
    status: isSame ? state.status : undefined,
    isLoading: !isSame || (state.data === undefined && state.error === undefined),
    reload: () => setCount((before) => before + 1),
  };
}

import { useEffect, useMemo, useState } from 'preact/hooks';
import { describeError, RequestError } from '../api/request.ts';
import { dataVersion } from './live.ts';
import { type ReadResult, RepeatedRead } from './repeated-read.ts';

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
 * Reads a resource when `key` changes, and again when the sandbox reports a change. A reply to a read of another key changes nothing, and
 * a resource has one read in progress at a time.
 */
export function useResource<Data>(key: string, read: () => Promise<Data>): Resource<Data> {
  const [state, setState] = useState<State<Data>>({ key });
  const [count, setCount] = useState(0);
  const reads = useMemo(() => new RepeatedRead<Data>(), [key]);
  const version = dataVersion.value;
  useEffect(() => {
    reads.request(read, (result) =>
      setState((before) => ({ ...(before.key === key ? before : {}), key, ...toState(result) })),
    );
  }, [reads, version, count]);
  useEffect(() => () => reads.stop(), [reads]);
  const isSame = state.key === key;
  return {
    data: isSame ? state.data : undefined,
    error: isSame ? state.error : undefined,
    status: isSame ? state.status : undefined,
    isLoading: !isSame || (state.data === undefined && state.error === undefined),
    reload: () => setCount((before) => before + 1),
  };
}

const toState = <Data>(result: ReadResult<Data>): Omit<State<Data>, 'key'> =>
  'data' in result
    ? { data: result.data, error: undefined }
    : {
        error: describeError(result.failure),
        status: result.failure instanceof RequestError ? result.failure.status : undefined,
      };

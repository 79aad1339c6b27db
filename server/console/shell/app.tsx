import { useEffect, useMemo, useState } from 'preact/hooks';
import { describeError, request } from '../api/request.ts';
import { endSession, portal, session } from '../api/session.ts';
import type { Portal } from '../api/types.ts';
import { Loading } from '../parts/states.tsx';
import { followAddress, isOtherUserAddressed } from '../state/address-user.ts';
import { connect, connection, dataVersion, disconnect } from '../state/live.ts';
import { RepeatedRead } from '../state/repeated-read.ts';
import { parameters, replaceRoute } from '../state/route.ts';
import { resumeSession, signInAsGuest, signInWithCode } from '../state/sign-in.ts';
import { SignInView } from '../views/sign-in/sign-in-view.tsx';
import { Shell } from './shell.tsx';

/** A code that `fleetkit console` or `fleetkit serve` put into the address. It is valid once, and removed at once. */
const CODE = /^#sign-in=([\w-]{22,64})$/;

/** The key of a guest in the address, and the route that the link is for. It is removed at once. */
const GUEST = /^#guest=(sbx-ws-[\w-]+)(?:&to=(.*))?$/;

/** The whole page: signs in, connects, and shows the view of the route. */
export function App() {
  const isStarting = useStart();
  const apiKey = session.value?.apiKey;
  const isSignedIn = apiKey !== undefined && portal.value !== undefined;
  useEffect(() => {
    if (!isSignedIn) return undefined;
    connect();
    return disconnect;
  }, [isSignedIn, apiKey, session.value?.operatorToken]);
  usePortal(isSignedIn);
  const isOther = isSignedIn && isOtherUserAddressed();
  useEffect(() => {
    if (isSignedIn) void followAddress();
  }, [isSignedIn, portal.value?.principal.user_id, parameters.value.user]);
  if ((isStarting && !isSignedIn) || isOther) return <Loading />;
  return isSignedIn ? <Shell key={apiKey} /> : <SignInView />;
}

/** Signs in with the code of the address, or continues the session of this tab. Returns whether that is in progress. */
function useStart(): boolean {
  const [isStarting, setStarting] = useState(true);
  useEffect(() => {
    const start = async (code: string | undefined): Promise<void> => {
      const guest = takeGuest();
      if (guest !== undefined) await beginGuest(guest);
      else if (code === undefined) await resumeWhenReachable();
      else await signInWithCode(code).catch((error: unknown) => endSession(explainCode(error)));
      setStarting(false);
    };
    void start(takeCode());
    // A link that is pasted into the address of this tab changes only the part after `#`, without a new start.
    const signInAgain = (): void => {
      const code = takeCode();
      if (code !== undefined || GUEST.test(location.hash)) void start(code);
    };
    addEventListener('hashchange', signInAgain);
    return () => removeEventListener('hashchange', signInAgain);
  }, []);
  return isStarting;
}

/** Removes the code from the address and returns it. */
function takeCode(): string | undefined {
  const code = CODE.exec(location.hash)?.[1];
  if (code !== undefined) replaceRoute();
  return code;
}

/** Returns the key of a guest in the address, which the route of the link replaces. */
function takeGuest(): string | undefined {
  const [, key, to = ''] = GUEST.exec(location.hash) ?? [];
  if (key === undefined) return undefined;
  replaceRoute(readRoute(to));
  return key;
}

/** Anyone can write a link, so only a route of this page is followed. */
function readRoute(text: string): string {
  try {
    const route = decodeURIComponent(text);
    return route.startsWith('#/') ? route : '';
  } catch {
    return '';
  }
}

async function beginGuest(key: string): Promise<void> {
  try {
    await signInAsGuest(key);
  } catch (error) {
    endSession(`The link for guests does not work: it may have expired or been revoked. ${describeError(error)}`);
  }
}

const explainCode = (error: unknown): string =>
  `The link to sign in does not work: it is valid once, for an hour. ${describeError(error)}`;

/** Continues the session. Repeats this while the sandbox does not answer, because it may be starting. */
async function resumeWhenReachable(): Promise<void> {
  if (session.value === undefined) return;
  for (;;) {
    try {
      await resumeSession();
      return;
    } catch {
      connection.value = 'lost';
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

/** Reads the portal of the user again when data may have changed. */
function usePortal(isSignedIn: boolean): void {
  const version = dataVersion.value;
  const reads = useMemo(() => new RepeatedRead<Portal>(), [isSignedIn]);
  useEffect(() => {
    if (!isSignedIn || version === 0) return;
    const reader = session.value;
    reads.request(
      () => request<Portal>('/v1/portal'),
      (result) => {
        // The state of the connection shows that there is no answer. The reply to another user is not shown.
        if ('data' in result && session.value === reader) portal.value = result.data;
      },
    );
  }, [reads, version]);
  useEffect(() => () => reads.stop(), [reads]);
}

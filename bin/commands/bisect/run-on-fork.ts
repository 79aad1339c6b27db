import type { CallOperation } from '../../control/control-plane.ts';
import { RequestFailure } from '../shared/client.ts';
import { describeStartFailure, type ProgramSettings, runProgram } from '../shared/run-program.ts';

/** The means to run a program on forks of a world. */
export interface ForkRunner {
  readonly call: CallOperation;
  /** Returns a function that calls operations with the token of a fork. */
  readonly callOnFork: (operatorToken: string) => CallOperation;
  readonly program: ProgramSettings;
  /** The address of the server. */
  readonly url: string;
  /** `main`, or the id of a workspace. */
  readonly world: string;
  /** Whose key the program gets. Default: the first one. */
  readonly user: string | undefined;
  /** When a fork that was not deleted expires. */
  readonly expiresInSeconds: number;
}

/** Runs a program on a new fork and deletes the fork. Returns whether the program passed. Rejects if the program was stopped. */
export async function runOnFork(runner: ForkRunner, position: number): Promise<boolean> {
  const { call, callOnFork, program, url, world, user, expiresInSeconds } = runner;
  const body = { from: world, at: String(position), name: 'bisect', expires_in_seconds: expiresInSeconds };
  const { workspace_id: id, operator_token: token, api_keys: keys } = await call('createWorkspace', { body });
  try {
    program.signal.throwIfAborted();
    const found = user === undefined ? keys[0] : keys.find(({ user_id: userId }) => userId === user);
    if (user !== undefined && found === undefined)
      throw new RequestFailure(
        `There is no user ${user}. Expected one of ${keys.map(({ user_id: userId }) => userId).join(', ')}.`,
        2,
      );
    const isPassed = await runProgram(program, {
      FLEETKIT_URL: url,
      FLEETKIT_OPERATOR_TOKEN: token,
      ...(found === undefined ? {} : { FLEETKIT_KEY: found.api_key }),
    });
    program.signal.throwIfAborted();
    return isPassed;
  } catch (error) {
    const reason = describeStartFailure(error, program.command);
    throw reason === undefined ? error : new RequestFailure(reason, 2);
  } finally {
    await callOnFork(token)('deleteWorkspace', { path: { workspace_id: id } });
  }
}

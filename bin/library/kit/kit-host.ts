import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ConformanceRuns,
  type ConformanceRunsOptions,
  createReportFolder,
} from '../../../server/http/control/conformance/conformance-runs.ts';
import { KitSlots } from '../../../server/http/control/conformance/kit-process.ts';
import { formatBasePath, formatWorkspaceId } from '../../../server/workspaces/workspace.ts';
import { MAIN_WORLD } from '../../../server/world/state/facts.ts';
import { createStartKit } from './start-kit.ts';

export interface KitHostOptions {
  /** The URL of the server for a process on this machine, without a slash at its end. */
  readonly url: string;
  /** The file with the authority of its certificate. */
  readonly caFile: string | undefined;
  /** The data directory. Undefined: reports are kept in a temporary folder until the server stops. */
  readonly data: string | undefined;
}

/** Processes of all worlds at the same time. */
const MOST_PROCESSES = 2;

/** Runs the conformance kit for the worlds of a server. */
export class KitHost {
  readonly #options: KitHostOptions;
  readonly #slots = new KitSlots(MOST_PROCESSES);
  readonly #startKit = createStartKit();
  readonly #temporary = join(tmpdir(), `fleetkit-conformance-${randomBytes(8).toString('hex')}`);

  constructor(options: KitHostOptions) {
    this.#options = options;
  }

  /** Opens the runs of a world. */
  openRuns(
    name: string,
    { checkTarget, realNow }: Pick<ConformanceRunsOptions, 'checkTarget' | 'realNow'>,
  ): ConformanceRuns {
    const { url, caFile } = this.#options;
    return new ConformanceRuns({
      ...{ checkTarget, realNow, caFile },
      startKit: this.#startKit,
      slots: this.#slots,
      openFolder: () => createReportFolder(this.#findFolder(name)),
      ownUrl: name === MAIN_WORLD ? url : `${url}${formatBasePath(name)}`,
    });
  }

  /** Deletes the reports of a workspace. */
  async forget(name: string): Promise<void> {
    await rm(this.#findFolder(name), { recursive: true, force: true });
  }

  /** Deletes the temporary folder. */
  async close(): Promise<void> {
    await rm(this.#temporary, { recursive: true, force: true });
  }

  #findFolder(name: string): string {
    const { data } = this.#options;
    const world = name === MAIN_WORLD ? [] : ['workspaces', formatWorkspaceId(name)];
    return join(data ?? this.#temporary, ...world, 'conformance');
  }
}

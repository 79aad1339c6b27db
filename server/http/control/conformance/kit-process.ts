import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';

/** The subject that a process of the kit checks. */
export type KitSubject = ServiceSubject | ReceiverSubject;

/** The input of a process of the kit. */
export type KitCommand<Subject extends KitSubject = KitSubject> = Subject & {
  readonly runId: string;
  /** The base URL of the service, or the URL of the receiver. */
  readonly target: string;
  /** The addresses that the process may connect to. Undefined: those of the host of `target`, which is this server. */
  readonly addresses?: readonly string[];
  /** The file with the authority of the certificate of this server. */
  readonly caFile?: string;
  /** The folder in which the process writes its reports, and which contains those of earlier runs. */
  readonly folder: string;
  /** The file in the folder with the report of the previous check of this receiver. */
  readonly earlierReportFile?: string;
};

/** A service. */
export interface ServiceSubject {
  readonly kind: 'service';
  /** The keys by their names. They must not become arguments of the process. */
  readonly keys: ReadonlyMap<string, string>;
  readonly depth: SandboxSchemas['ConformanceDepth'];
  readonly allowWrites: boolean;
}

/** A receiver of webhooks. */
export interface ReceiverSubject {
  readonly kind: 'receiver';
  /** It must not become an argument of the process. */
  readonly secret: string;
}

/** How a process of the kit ended. */
export type KitEnd =
  | {
      readonly kind: 'report';
      /** The file of the JSON report in the folder. The page, if there is one, has the id of the run as its name. */
      readonly reportFile: string;
      readonly result: SandboxSchemas['ConformanceResult'];
      readonly changes: readonly SandboxSchemas['ConformanceChange'][] | null;
    }
  | { readonly kind: 'failed'; readonly message: string };

/** A process of the kit. */
export interface KitProcess {
  /** Resolves when the process has ended. Never rejects. */
  readonly ended: Promise<KitEnd>;
  /** Ends the process at once. */
  stop(): void;
}

/** Starts the kit as a separate process, with limits of time and memory. */
export type StartKit = (
  command: KitCommand,
  onProgress: (progress: SandboxSchemas['ConformanceProgress']) => void,
) => KitProcess;

/** Limits the processes of all worlds of a server. */
export class KitSlots {
  readonly #most: number;
  #used = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a slot. Returns whether one was free. */
  take(): boolean {
    if (this.#used >= this.#most) return false;
    this.#used += 1;
    return true;
  }

  release(): void {
    this.#used -= 1;
  }
}

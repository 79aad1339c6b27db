/** The options of `fleetkit doctor`, as commander reads them. */
export interface DoctorOptions {
  readonly port: number;
  readonly data?: string;
  readonly database?: string;
  readonly url?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly json?: true;
}

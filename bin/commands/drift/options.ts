export interface DriftOptions {
  readonly failOn: 'breaking' | 'unclear' | 'never';
  readonly json?: true;
}

/*
 * The names of the report formats, without the code that writes reports: the help of a command lists them and loads nothing else.
 */

/** The formats of a run, in the order of the help. */
export const REPORT_FORMATS = [
  'text',
  'html',
  'markdown',
  'json',
  'junit',
  'ctrf',
  'sarif',
  'har',
  'tap',
  'github',
] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The formats of `receiver check` and of `sender check`, in the order of the help. */
export const WEBHOOK_REPORT_FORMATS = ['text', 'json', 'junit', 'ctrf', 'markdown'] as const;
export type WebhookReportFormat = (typeof WEBHOOK_REPORT_FORMATS)[number];

/** The formats of `client check`, in the order of the help. */
export const CLIENT_REPORT_FORMATS = ['text', 'html', 'json', 'junit', 'ctrf'] as const;
export type ClientReportFormat = (typeof CLIENT_REPORT_FORMATS)[number];

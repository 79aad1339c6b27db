import type { AccountFixture, DocumentFixture, FormFixture } from '../../../fixtures/model/model.ts';
import { parseInstantMs } from '../../../fixtures/time/calendar.ts';

/** A form with its id. */
export interface FiledForm extends FormFixture {
  readonly formId: string;
}

/** A document with its id. */
export interface FiledDocument extends DocumentFixture {
  readonly documentId: string;
}

/** The reader of forms and documents. */
export interface PaperReader {
  readonly account: AccountFixture;
  readonly accounts: readonly AccountFixture[];
  readonly userId: string;
  readonly isAccountWide: boolean;
  hasTerminal(terminalId: string): boolean;
}

/**
 * Returns the forms that the reader may see, newest first and drafts last: forms of visible terminals, the reader's own
 * forms and, for account-wide readers, forms without a terminal.
 */
export function listForms(reader: PaperReader, nowMs: number): readonly FiledForm[] {
  return reader.accounts
    .flatMap(({ accountId, forms }) =>
      forms.map((form, index) => ({ ...form, formId: makeFiledId('frm', accountId, index) })),
    )
    .filter((form) => mayRead(reader, form) && getSentMs(form) <= nowMs)
    .sort((a, b) => getSentMs(b) - getSentMs(a) || (a.formId < b.formId ? -1 : 1));
}

/** Returns the account's own documents uploaded by now, newest first. */
export function listDocuments({ account }: PaperReader, nowMs: number): readonly FiledDocument[] {
  return account.documents
    .map((document, index) => ({ ...document, documentId: makeFiledId('doc', account.accountId, index) }))
    .filter(({ uploadedAt }) => parseInstantMs(uploadedAt) <= nowMs)
    .sort(
      (a, b) => parseInstantMs(b.uploadedAt) - parseInstantMs(a.uploadedAt) || (a.documentId < b.documentId ? -1 : 1),
    );
}

function mayRead(reader: PaperReader, { terminalId, submittedBy }: FormFixture): boolean {
  if (terminalId !== null) return reader.hasTerminal(terminalId);
  return reader.isAccountWide || submittedBy === reader.userId;
}

const getSentMs = ({ submittedAt }: FormFixture): number => (submittedAt === null ? 0 : parseInstantMs(submittedAt));

const makeFiledId = (prefix: string, accountId: string, index: number): string =>
  `${prefix}_${accountId.replace(/^acct_/, '')}_${index + 1}`;

import { describe, expect, it } from 'vitest';
import { account, document, form } from '../../../fixtures/model/company.ts';
import { EPOCH_MS } from '../../../fixtures/time/epoch.ts';
import { listDocuments, listForms, type PaperReader } from './documents.ts';

const root = account({
  accountId: 'acct_root',
  parentAccountId: null,
  canary: 'Root',
  name: 'Root',
  legalName: 'Root LLC',
  accountKind: 'iso',
  timezone: 'America/New_York',
  createdAt: '2025-01-01T00:00:00Z',
  payout: null,
  forms: [
    form('w9', 'Draft', { submittedBy: 'usr_a', status: 'draft' }),
    form('site_survey', 'Of a terminal', {
      submittedBy: 'usr_b',
      status: 'submitted',
      terminalId: 'AA000001',
      submittedAt: '2026-10-01T12:00:00Z',
    }),
    form('w9', 'Without a terminal', { submittedBy: 'usr_b', status: 'approved', submittedAt: '2026-10-02T12:00:00Z' }),
    form('w9', 'Not yet sent', { submittedBy: 'usr_b', status: 'submitted', submittedAt: '2026-11-09T12:00:00Z' }),
  ],
  documents: [
    document('agreement', 'Old', { sizeBytes: 10, uploadedAt: '2026-01-01T00:00:00Z' }),
    document('agreement', 'New', { sizeBytes: 10, uploadedAt: '2026-02-01T00:00:00Z' }),
    document('agreement', 'Not yet there', { sizeBytes: 10, uploadedAt: '2026-12-01T00:00:00Z' }),
  ],
});

const reader = (more: Partial<PaperReader>): PaperReader => ({
  account: root,
  accounts: [root],
  userId: 'usr_a',
  isAccountWide: true,
  hasTerminal: () => true,
  ...more,
});
const titles = (more: Partial<PaperReader>): string[] => listForms(reader(more), EPOCH_MS).map(({ title }) => title);

describe('formsFor', () => {
  it('returns forms known by now, newest first and drafts last', () => {
    expect(titles({})).toEqual(['Without a terminal', 'Of a terminal', 'Draft']);
  });

  it('omits forms of terminals that the reader may not see', () => {
    expect(titles({ hasTerminal: () => false })).toEqual(['Without a terminal', 'Draft']);
  });

  it('returns forms without a terminal to readers of single terminals only if they wrote them', () => {
    expect(titles({ isAccountWide: false })).toEqual(['Of a terminal', 'Draft']);
    expect(titles({ isAccountWide: false, userId: 'usr_c', hasTerminal: () => false })).toEqual([]);
  });

  it('gives each form a unique id', () => {
    const ids = listForms(reader({}), EPOCH_MS).map(({ formId }) => formId);
    expect(ids).toEqual(['frm_root_3', 'frm_root_2', 'frm_root_1']);
  });
});

describe('documentsFor', () => {
  it('returns documents uploaded by now, newest first', () => {
    expect(listDocuments(reader({}), EPOCH_MS).map(({ title, documentId }) => [title, documentId])).toEqual([
      ['New', 'doc_root_2'],
      ['Old', 'doc_root_1'],
    ]);
  });
});

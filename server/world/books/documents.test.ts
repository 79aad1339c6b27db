import { describe, expect, it } from 'vitest';
import { defineAccount, defineDocument, defineForm } from '../../../fixtures/tenants/company.ts';
import { EPOCH_MS } from '../../../fixtures/time/epoch.ts';
import { listDocuments, listForms, type PaperReader } from './documents.ts';

const root = defineAccount({
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
    defineForm('w9', 'Draft', { submittedBy: 'usr_a', status: 'draft' }),
    defineForm('site_survey', 'Of a terminal', {
      submittedBy: 'usr_b',
      status: 'submitted',
      terminalId: 'AA000001',
      submittedAt: '2026-10-01T12:00:00Z',
    }),
    defineForm('w9', 'Without a terminal', {
      submittedBy: 'usr_b',
      status: 'approved',
      submittedAt: '2026-10-02T12:00:00Z',
    }),
    defineForm('w9', 'Not yet sent', {
      submittedBy: 'usr_b',
      status: 'submitted',
      submittedAt: '2026-11-09T12:00:00Z',
    }),
  ],
  documents: [
    defineDocument('agreement', 'Old', { sizeBytes: 10, uploadedAt: '2026-01-01T00:00:00Z' }),
    defineDocument('agreement', 'New', { sizeBytes: 10, uploadedAt: '2026-02-01T00:00:00Z' }),
    defineDocument('agreement', 'Not yet there', { sizeBytes: 10, uploadedAt: '2026-12-01T00:00:00Z' }),
  ],
});

const createReader = (more: Partial<PaperReader>): PaperReader => ({
  account: root,
  accounts: [root],
  userId: 'usr_a',
  isAccountWide: true,
  hasTerminal: () => true,
  ...more,
});
const listTitles = (more: Partial<PaperReader>): string[] =>
  listForms(createReader(more), EPOCH_MS).map(({ title }) => title);

describe('formsFor', () => {
  it('returns forms known by now, newest first and drafts last', () => {
    expect(listTitles({})).toEqual(['Without a terminal', 'Of a terminal', 'Draft']);
  });

  it('omits forms of terminals that the reader may not see', () => {
    expect(listTitles({ hasTerminal: () => false })).toEqual(['Without a terminal', 'Draft']);
  });

  it('returns forms without a terminal to readers of single terminals only if they wrote them', () => {
    expect(listTitles({ isAccountWide: false })).toEqual(['Of a terminal', 'Draft']);
    expect(listTitles({ isAccountWide: false, userId: 'usr_c', hasTerminal: () => false })).toEqual([]);
  });

  it('gives each form a unique id', () => {
    const ids = listForms(createReader({}), EPOCH_MS).map(({ formId }) => formId);
    expect(ids).toEqual(['frm_root_3', 'frm_root_2', 'frm_root_1']);
  });
});

describe('listDocuments', () => {
  it('returns documents uploaded by now, newest first', () => {
    expect(listDocuments(createReader({}), EPOCH_MS).map(({ title, documentId }) => [title, documentId])).toEqual([
      ['New', 'doc_root_2'],
      ['Old', 'doc_root_1'],
    ]);
  });
});

// @ts-nocheck: written without noUncheckedIndexedAccess
// The public OpenAPI document and the integration catalog.
import { DESC } from './data.ts';
import type { FaultId } from './faults.ts';

type Schema = Readonly<Record<string, unknown>>;

const ref = (n: string): Schema => ({ $ref: `#/components/schemas/${n}` });
const str = (description: string, example?: string): Schema => ({
  type: 'string',
  description,
  ...(example === undefined ? {} : { example }),
});
const int = (description: string): Schema => ({ type: 'integer', description });
const amt = (description: string): Schema => ({
  type: 'number',
  format: 'decimal',
  description: `${description}. US dollars, two decimals.`,
  example: 60,
});
const dte = (description: string): Schema => ({
  type: 'string',
  pattern: '^[0-9]{8}$',
  description: `${description}, YYYYMMDD`,
  example: '20260315',
});
const tme = (description: string): Schema => ({
  type: 'string',
  pattern: '^[0-9]{6}$',
  description: `${description}, HHMMSS`,
  example: '142233',
});
const nul = (s: Schema): Schema => ({
  ...s,
  nullable: true,
  ...(Array.isArray(s['enum']) ? { enum: [...s['enum'], null] } : {}),
});
const ind = (description: string): Schema => ({ type: 'string', enum: ['Y', 'N'], description });
const lst = (items: Schema): Schema => ({ type: 'array', items });
const code = (table: Readonly<Record<string, string>>, description: string): Schema => ({
  type: 'string',
  enum: Object.keys(table),
  description: `${description}: ${Object.entries(table)
    .map(([k, v]) => `${k} ${v}`)
    .join(', ')}`,
});
/** All members are required except those whose name ends with a question mark. */
function obj(props: Readonly<Record<string, Schema>>): Schema {
  const names = Object.keys(props);
  return {
    type: 'object',
    required: names.filter((n) => !n.endsWith('?')),
    properties: Object.fromEntries(names.map((n) => [n.replace('?', ''), props[n]])),
  };
}

const ids = { trmId: str('Terminal identification (DE 41)', 'PS004101'), acctNo: str('Account number', '4100217001') };

function schemas(): Record<string, Schema> {
  return {
    Hdr: obj({
      svcId: str('Service identification'),
      msgTyp: str('Message type'),
      verNo: str('Message layout version'),
      prcDt: dte('Processing date'),
      prcTm: tme('Processing time'),
      trcNo: str('Trace number'),
    }),
    Err: obj({ fldNm: nul(str('Field in error')), errCd: str('Error code'), errDesc: str('Error description') }),
    Status: obj({
      sevCd: { type: 'string', enum: ['I', 'E'] },
      rtnCd: { type: 'string', enum: ['OK', 'VF', 'AU', 'NA', 'NF', 'MA', 'DU'] },
      rtnDesc: str('Return code description'),
      errLst: lst(ref('Err')),
    }),
    ErrRsp: obj({ hdr: ref('Hdr'), data: { type: 'object', description: 'Empty' }, status: ref('Status') }),
    PgBlk: obj({
      start: int('Offset of the first record, from 0'),
      count: int('Largest number of records in this page'),
      rtnCnt: int('Records returned'),
      totCnt: int('Records that match'),
      moreInd: ind('More records follow'),
    }),
    TxnRow: obj({
      txnId: str('Transaction identification', '607500421827'),
      ...ids,
      trmDt: dte('Terminal date (local)'),
      trmTm: tme('Terminal time (local)'),
      txnTyp: code(DESC.txnTyp, 'Transaction type'),
      txnTypDesc: str('Transaction type description'),
      stan: str('Sequence number (DE 11)', '004512'),
      acctTyp: code(DESC.acctTyp, 'Account type'),
      acctTypDesc: str('Account type description'),
      'emvInd?': { ...ind('Chip read. Absent when not available'), example: 'Y' },
      rspCd: code(DESC.rspCd, 'Response code (DE 39)'),
      rspDesc: str('Response description'),
      amtReq: amt('Amount requested'),
      amtCmp: amt('Amount completed'),
      surReq: amt('Surcharge requested'),
      surCmp: amt('Surcharge completed'),
      rvslInd: ind('Reversed in part or in full by a later reversal'),
      'orgTxnId?': str('Transaction that a reversal refers to. Only on reversals'),
    }),
    TxnSum: obj({
      txnCnt: int('Rows that match'),
      aprCnt: int('Approved rows'),
      dclCnt: int('Declined rows'),
      totWdr: amt('Total withdrawn: amtCmp of all matching WD rows'),
      totSur: amt('Total surcharge: surCmp of all matching rows'),
    }),
    TxnLst: obj({ txnLst: lst(ref('TxnRow')), sum: ref('TxnSum'), pg: ref('PgBlk') }),
    Tmln: obj({
      txn: ref('TxnRow'),
      evtLst: lst(
        obj({
          evtSeq: int('Event number'),
          evtDt: dte('Event date'),
          evtTm: tme('Event time'),
          evtCd: { type: 'string', enum: ['RQ', 'FW', 'HR', 'CD', 'RV', 'ST', 'DP', 'DR'] },
          evtDesc: str('Event description'),
          mti: nul(str('Message type indicator', '0200')),
        }),
      ),
    }),
    Batch: obj({
      btchId: str('Batch identification', 'ACH260309P1101'),
      acctNo: ids.acctNo,
      payNo: str('Payee number'),
      payNm: str('Payee name'),
      busDt: dte('Business date'),
      stsCd: code(DESC.btchSts, 'Batch status'),
      stsDesc: str('Status description'),
      entCnt: int('Entries'),
      crEntCnt: int('Credit entries'),
      drEntCnt: int('Debit entries'),
      crTot: amt('Credit total'),
      drTot: amt('Debit total'),
      netPay: amt('Net payout: credit total less debit total'),
      cutDt: dte('Cutoff date'),
      cutTm: tme('Cutoff time'),
      crtDt: dte('Creation date'),
      crtTm: tme('Creation time'),
      effDt: dte('Effective entry date'),
      sttlDt: nul(dte('Settlement date')),
      trmIdLst: lst(ids.trmId),
    }),
    BatchLst: obj({
      btchLst: lst(ref('Batch')),
      sum: obj({
        btchCnt: int('Batches that match'),
        crTot: amt('Credit total'),
        drTot: amt('Debit total'),
        netPay: amt('Net payout'),
      }),
      pg: ref('PgBlk'),
    }),
    DeriveReq: obj({ acctNo: ids.acctNo, busDt: dte('Closed business date') }),
    DeriveRsp: obj({ drvCnt: int('Batches derived'), btchLst: lst(ref('Batch')) }),
    Dispute: obj({
      dspId: str('Dispute identification', 'DSP0000031'),
      stsCd: code(DESC.dspSts, 'Case status'),
      stsDesc: str('Status description'),
      rsnCd: code(DESC.dspRsn, 'Reason code'),
      rsnDesc: str('Reason description'),
      txnId: str('Related transaction'),
      trmId: ids.trmId,
      dspAmt: amt('Disputed amount'),
      opnDt: dte('Opened date'),
      opnTm: tme('Opened time'),
      dueDt: dte('Due date'),
      asg: obj({ dskNm: nul(str('Assigned desk')), asgDt: nul(dte('Assignment date')) }),
      rsl: obj({
        rslCd: nul(code(DESC.dspRsl, 'Resolution code')),
        rslDesc: nul(str('Resolution description')),
        rslDt: nul(dte('Resolution date')),
        rslAmt: nul(amt('Resolution amount')),
        rslTxt: nul(str('Resolution text')),
      }),
      'rvw?': {
        ...obj({ rvwNm: str('Reviewer'), rvwDt: dte('Review date'), rvwTm: tme('Review time') }),
        description: 'Only once the case is resolved (RA, RD)',
      },
      rmk: nul(str('Remark')),
    }),
    DisputeLst: obj({ dspLst: lst(ref('Dispute')), pg: ref('PgBlk') }),
    DisputeReq: obj({
      txnId: str('Withdrawal in scope'),
      rsnCd: code(DESC.dspRsn, 'Reason code'),
      dspAmt: amt('Disputed amount, above 0 and not above the amount requested'),
      'rmk?': { ...str('Remark'), maxLength: 120 },
    }),
    DisputeRsp: obj({ dsp: ref('Dispute') }),
    Location: obj({
      locId: str('Location identification'),
      ...ids,
      locNm: str('Location name'),
      addrLn1: str('Street address'),
      cityNm: str('City'),
      stCd: str('State'),
      zipCd: str('ZIP code'),
      cntryCd: str('Country'),
      lat: { type: 'number' },
      lon: { type: 'number' },
      rskCd: code(DESC.rsk, 'Location risk'),
      rskDesc: str('Risk description'),
    }),
    LocationLst: obj({ locLst: lst(ref('Location')), pg: ref('PgBlk') }),
    LocationRsp: obj({ loc: ref('Location') }),
    Alert: obj({
      alrId: str('Alert identification'),
      alrTyp: str('Alert type', 'cash_low'),
      sevCd: { type: 'string', enum: ['W', 'C'] },
      stsCd: code(DESC.alrSts, 'Alert status'),
      stsDesc: str('Status description'),
      opnDt: dte('Opened date'),
      opnTm: tme('Opened time'),
      clsDt: nul(dte('Closed date')),
      clsTm: nul(tme('Closed time')),
      alrTxt: str('Alert text'),
    }),
    TrmSts: obj({
      ...ids,
      stsCd: code(DESC.trmSts, 'Terminal status'),
      stsDesc: str('Status description'),
      hbDt: dte('Last heartbeat date'),
      hbTm: tme('Last heartbeat time'),
      hbStlInd: ind('Heartbeat is stale'),
      chgDt: dte('Status change date'),
      chgTm: tme('Status change time'),
      tlm: obj({
        swVer: str('Software version'),
        commTyp: str('Communication type'),
        sigDbm: int('Signal in dBm'),
        tmpF: int('Cabinet temperature in F'),
        cshTot: amt('Cash on hand'),
        cstLst: lst(
          obj({
            cstNo: int('Cassette'),
            denom: amt('Denomination'),
            noteCnt: int('Notes'),
            lowInd: ind('Below low mark'),
          }),
        ),
      }),
      alrLst: lst(ref('Alert')),
    }),
    TrmStsRsp: obj({ trmSts: ref('TrmSts') }),
    Connector: obj({
      cnnId: str('Connector identification', 'CNFISE01'),
      cnnNm: str('Connector name'),
      cnnTyp: code(DESC.cnnTyp, 'Connector type'),
      cnnTypDesc: str('Type description'),
      stsCd: code(DESC.cnnSts, 'Link status'),
      stsDesc: str('Status description'),
      trmCnt: int('Visible terminals on this connector'),
      trmIdLst: lst(ids.trmId),
    }),
    ConnectorLst: obj({ cnnLst: lst(ref('Connector')), pg: ref('PgBlk') }),
    CnnSts: obj({
      cnnSts: obj({
        cnnId: str('Connector identification'),
        stsCd: code(DESC.cnnSts, 'Link status'),
        stsDesc: str('Status description'),
        hostAdr: str('Host address'),
        hostPort: int('Host port'),
        echoDt: dte('Last echo date'),
        echoTm: tme('Last echo time'),
        latMs: int('Latency in ms'),
        toutCnt: int('Timeouts in the last hour'),
      }),
    }),
    Group: obj({
      grpId: str('Group identification', 'G101'),
      grpNm: str('Group name'),
      trmCnt: int('Visible terminals in this group'),
      trmIdLst: lst(ids.trmId),
    }),
    GroupLst: obj({ grpLst: lst(ref('Group')), pg: ref('PgBlk') }),
    Cmd: obj({
      cmdId: str('Command identification'),
      trmId: ids.trmId,
      cmdTyp: code(DESC.cmdTyp, 'Command type'),
      cmdTypDesc: str('Type description'),
      stsCd: code(DESC.cmdSts, 'Command status'),
      stsDesc: str('Status description'),
      reqSrc: { type: 'string', enum: ['PORTAL', 'SCHEDULER'] },
      queDt: dte('Queued date'),
      queTm: tme('Queued time'),
      cmpDt: nul(dte('Completed date')),
      cmpTm: nul(tme('Completed time')),
    }),
    CmdLst: obj({ cmdLst: lst(ref('Cmd')), pg: ref('PgBlk') }),
    Payload: obj({
      prvPyl: obj({
        ...ids,
        cfgVer: str('Configuration version'),
        cfgDt: dte('Configuration date'),
        cnnId: str('Connector'),
        hostAdr: str('Host address'),
        hostPort: int('Host port'),
        tlsInd: ind('TLS'),
        surAmt: amt('Withdrawal surcharge'),
        biSurAmt: amt('Inquiry surcharge'),
        cstLst: lst(obj({ cstNo: int('Cassette'), denom: amt('Denomination') })),
        keyLst: lst(obj({ slotNo: int('Key slot'), keyUse: str('Key usage'), kcv: str('Key check value') })),
        rcptHdr: str('Receipt header'),
      }),
    }),
    Job: obj({
      jobId: str('Job identification'),
      trmId: ids.trmId,
      jobTyp: code(DESC.jobTyp, 'Job type'),
      jobTypDesc: str('Type description'),
      stsCd: code(DESC.jobSts, 'Job status'),
      stsDesc: str('Status description'),
      strDt: dte('Start date'),
      strTm: tme('Start time'),
      endDt: nul(dte('End date')),
      endTm: nul(tme('End time')),
    }),
    Export: obj({
      prvExp: obj({
        expId: str('Export identification'),
        trmId: ids.trmId,
        expDt: dte('Export date'),
        expTm: tme('Export time'),
        recCnt: int('Records'),
        recLst: lst(obj({ recTyp: str('Record type'), fldNm: str('Field name'), fldVal: str('Field value') })),
        jobLst: lst(ref('Job')),
      }),
    }),
    Terminal: obj({
      ...ids,
      payNo: str('Payee number'),
      mfrNm: str('Manufacturer'),
      mdlNm: str('Model'),
      serNo: str('Serial number'),
      instDt: dte('Installation date'),
      stsCd: code(DESC.trmSts, 'Terminal status'),
      stsDesc: str('Status description'),
      locNm: str('Location name'),
      cityNm: str('City'),
      stCd: str('State'),
      grpIdLst: lst(str('Group')),
      cnnId: str('Connector'),
    }),
    User: obj({
      usrId: str('User identification'),
      usrNm: str('User name'),
      email: str('E-mail'),
      roleCd: code(DESC.role, 'Role'),
      roleDesc: str('Role description'),
      scpCd: code(DESC.scope, 'Scope'),
      scpDesc: str('Scope description'),
    }),
    Portal: obj({
      prn: obj({
        usrId: str('User identification'),
        usrNm: str('User name'),
        email: str('E-mail'),
        roleCd: code(DESC.role, 'Role'),
        roleDesc: str('Role description'),
        scpCd: code(DESC.scope, 'Scope'),
        scpDesc: str('Scope description'),
        orgId: str('Organization'),
        orgNm: str('Organization name'),
      }),
      acctLst: lst(
        obj({
          acctNo: ids.acctNo,
          acctNm: str('Account name'),
          bnkNm: str('Bank'),
          bnkLst4: str('Last four of the bank account'),
          cntNm: str('Contact'),
          cntPhn: str('Phone'),
          opnDt: dte('Opened date'),
          trmCnt: int('Visible terminals'),
        }),
      ),
      brnd: obj({
        brndNm: str('Brand name'),
        lgoUrl: str('Logo'),
        priClr: str('Primary color'),
        secClr: str('Secondary color'),
      }),
      dns: obj({
        hostNm: str('Host name'),
        tgtNm: str('CNAME target'),
        stsCd: { type: 'string', enum: ['VF', 'PN'] },
        stsDesc: str('Status description'),
        vrfDt: nul(dte('Verification date')),
      }),
      accFlg: obj({
        rptRd: ind('Reads reports'),
        sttlRd: ind('Reads settlements'),
        sttlDrv: ind('Derives settlements'),
        dspEnt: ind('Opens disputes'),
        usrAdm: ind('Administers users'),
      }),
      cnt: obj({
        trmCnt: int('Visible terminals'),
        grpCnt: int('Visible groups'),
        cnnCnt: int('Visible connectors'),
        txnCnt: int('Visible transactions'),
        opnDspCnt: int('Visible disputes not resolved'),
      }),
      usrLst: lst(ref('User')),
      trmLst: lst(ref('Terminal')),
      grpLst: lst(ref('Group')),
      cnnLst: lst(ref('Connector')),
      recTxnLst: lst(ref('TxnRow')),
      recCmdLst: lst(ref('Cmd')),
      recFrmLst: lst(
        obj({
          frmId: str('Form'),
          trmId: ids.trmId,
          frmTyp: code(DESC.frmTyp, 'Form type'),
          frmTypDesc: str('Type description'),
          stsCd: code(DESC.frmSts, 'Form status'),
          stsDesc: str('Status description'),
          sbmDt: dte('Submit date'),
          sbmTm: tme('Submit time'),
        }),
      ),
      rptLst: lst(obj({ rptId: str('Report'), rptNm: str('Report name'), fmtLst: lst(str('Format')) })),
      cmpLst: lst(
        obj({
          cmpId: str('Vault item'),
          trmId: ids.trmId,
          docTyp: code(DESC.cmpDoc, 'Document type'),
          docTypDesc: str('Type description'),
          stsCd: code(DESC.cmpSts, 'Status'),
          stsDesc: str('Status description'),
          expDt: dte('Expiration date'),
        }),
      ),
      onbLst: lst(
        obj({
          onbId: str('Onboarding item'),
          acctNo: ids.acctNo,
          trmId: nul(ids.trmId),
          stepCd: code(DESC.onbStp, 'Step'),
          stepDesc: str('Step description'),
          stsCd: code(DESC.onbSts, 'Status'),
          stsDesc: str('Status description'),
          updDt: dte('Update date'),
        }),
      ),
      docLst: lst(
        obj({
          docId: str('Document'),
          acctNo: ids.acctNo,
          trmId: nul(ids.trmId),
          docNm: str('Document name'),
          fmtCd: str('Format'),
          pstDt: dte('Posted date'),
        }),
      ),
      vidLst: lst(obj({ vidId: str('Video'), vidNm: str('Video name'), lenSec: int('Length in seconds') })),
    }),
    Catalog: obj({
      svcLst: lst(
        obj({
          svcCd: str('Service code'),
          svcNm: str('Service name'),
          portal_surfaces: lst(str('Portal surface')),
          api_endpoints: lst(obj({ mthd: str('Method'), path: str('Path'), keyInd: ind('Needs a key') })),
          webhook_events: lst(str('Event name')),
          rss_feeds: lst(str('Feed path')),
          notes: lst(str('Note')),
        }),
      ),
    }),
    Branding: obj({
      brndSts: obj({
        stsCd: { type: 'string', enum: ['RD', 'NR'] },
        stsDesc: str('Status description'),
        chkDt: dte('Check date'),
        chkTm: tme('Check time'),
      }),
      docsHost: obj({
        hostNm: str('Docs host'),
        dnsCd: { type: 'string', enum: ['VF', 'PN'] },
        tlsCd: { type: 'string', enum: ['VF', 'PN'] },
        rdyInd: ind('Ready'),
      }),
    }),
  };
}

const param = (name: string, description: string, schema: Schema): Schema => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});
const pathParam = (name: string, description: string): Schema => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
});
const START = param('start', 'Offset of the first record', { type: 'integer', minimum: 0, default: 0 });
const COUNT = param('count', 'Largest number of records', { type: 'integer', minimum: 1, maximum: 100, default: 25 });
const DATES = [param('from_dt', 'First date', dte('First date')), param('to_dt', 'Last date', dte('Last date'))];
const TRM = pathParam('terminal_id', 'Terminal identification');
export const SORT_KEYS = ['trm_dt', 'amt_req', 'amt_comp', 'sur_comp', 'stan', 'trm_id'];

function envelope(name: string): Schema {
  return {
    type: 'object',
    required: ['hdr', 'data', 'status'],
    properties: { hdr: ref('Hdr'), data: ref(name), status: ref('Status') },
  };
}
const err = (description: string): Schema => ({
  description,
  content: { 'application/json': { schema: ref('ErrRsp') } },
});

function op(
  summary: string,
  data: string,
  params: Schema[],
  extra: { notFound?: boolean; bad?: boolean } = {},
): Record<string, unknown> {
  return {
    summary,
    parameters: params,
    responses: {
      200: { description: 'Successful completion', content: { 'application/json': { schema: envelope(data) } } },
      ...(extra.bad === true || params.some((p) => p['in'] === 'query') ? { 400: err('Validation failure') } : {}),
      401: err('Key missing or not on file'),
      ...(extra.notFound === true ? { 404: err('Not on file or not visible') } : {}),
    },
  };
}
function post(summary: string, body: string, data: string, also200: boolean): Record<string, unknown> {
  const ok = (description: string): Schema => ({
    description,
    content: { 'application/json': { schema: envelope(data) } },
  });
  return {
    summary,
    parameters: [],
    requestBody: { required: true, content: { 'application/json': { schema: ref(body) } } },
    responses: {
      ...(also200 ? { 200: ok('No activity to derive') } : {}),
      201: ok('Created'),
      400: err('Validation failure'),
      401: err('Key missing or not on file'),
      403: err('Role not authorized'),
      404: err('Not on file or not visible'),
      409: err('Already on file'),
    },
  };
}
function feed(summary: string, params: Schema[]): Record<string, unknown> {
  return {
    summary,
    parameters: params,
    responses: {
      200: { description: 'RSS 2.0 feed', content: { 'application/rss+xml': { schema: { type: 'string' } } } },
      401: err('Key missing or not on file'),
      ...(params.length > 0 ? { 404: err('Not on file or not visible') } : {}),
    },
  };
}

export function openApi(fault: FaultId | null): Record<string, unknown> {
  const one = { notFound: true };
  const branding = op('Branding and docs-host readiness', 'Branding', []);
  delete (branding['responses'] as Record<string, unknown>)['401'];
  return {
    openapi: '3.0.3',
    info: {
      title: 'Terminal Fleet Portal Gateway',
      version: '1.0.0',
      description:
        'JSON gateway to the terminal switch. Every JSON response has the blocks hdr, data and status. Dates and times are separate members in terminal local time.',
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths: {
      '/v1/portal': { get: op('Portal snapshot of the current user', 'Portal', []) },
      '/v1/integrations/catalog': { get: op('Integration catalog', 'Catalog', []) },
      '/v1/integrations/public-openapi.json': {
        get: {
          summary: 'This document',
          parameters: [],
          security: [],
          responses: {
            200: { description: 'OpenAPI document', content: { 'application/json': { schema: { type: 'object' } } } },
            304: { description: 'Not modified' },
          },
        },
      },
      '/v1/transactions': {
        get: op('Transactions of visible terminals', 'TxnLst', [
          param('limit', 'Largest number of rows', { type: 'integer', minimum: 1, maximum: 200, default: 50 }),
          START,
          param('terminal_id', 'Rows of one terminal', { type: 'string' }),
          param('group_id', 'Rows of one terminal group', { type: 'string' }),
          param('txn_typ', 'Transaction type', { type: 'string', enum: Object.keys(DESC.txnTyp) }),
          param('rsp_cd', 'Response code', { type: 'string', enum: Object.keys(DESC.rspCd) }),
          ...DATES,
          param('sort_by', 'Sort column; amt_comp is amtCmp', { type: 'string', enum: SORT_KEYS, default: 'trm_dt' }),
          ...(fault === 'openapi-without-sort-dir'
            ? []
            : [param('sort_dir', 'Sort direction', { type: 'string', enum: ['asc', 'desc'], default: 'desc' })]),
        ]),
      },
      '/v1/transactions/{transaction_id}/timeline': {
        get: op(
          'Timeline of one transaction',
          'Tmln',
          [pathParam('transaction_id', 'Transaction identification')],
          one,
        ),
      },
      '/v1/settlements': {
        get: op('ACH settlement batches', 'BatchLst', [
          START,
          COUNT,
          param('acct_no', 'One account', { type: 'string' }),
          param('sts_cd', 'Batch status', { type: 'string', enum: Object.keys(DESC.btchSts) }),
          ...DATES,
        ]),
      },
      '/v1/settlements/derive': {
        post: post(
          'Derive the batches of one account and business date. Administrators only',
          'DeriveReq',
          'DeriveRsp',
          true,
        ),
      },
      '/v1/disputes': {
        get: op('Dispute cases', 'DisputeLst', [
          START,
          COUNT,
          param('terminal_id', 'One terminal', { type: 'string' }),
          param('sts_cd', 'Case status', { type: 'string', enum: Object.keys(DESC.dspSts) }),
        ]),
        post: post('Open a dispute. Administrators and account operators', 'DisputeReq', 'DisputeRsp', false),
      },
      '/v1/locations': { get: op('Locations of visible terminals', 'LocationLst', [START, COUNT]) },
      '/v1/locations/{terminal_id}': { get: op('Location of one terminal', 'LocationRsp', [TRM], one) },
      '/v1/terminals/{terminal_id}/status-monitoring': {
        get: op('Status and telemetry of one terminal', 'TrmStsRsp', [TRM], one),
      },
      '/v1/terminals/{terminal_id}/transactions': {
        get: op('Transactions of one terminal, newest first', 'TxnLst', [TRM, START, COUNT], one),
      },
      '/v1/connectors': { get: op('Connectors of visible terminals', 'ConnectorLst', [START, COUNT]) },
      '/v1/connectors/{connector_id}/status': {
        get: op('Status of one connector', 'CnnSts', [pathParam('connector_id', 'Connector identification')], one),
      },
      '/v1/terminal-groups': { get: op('Groups of visible terminals', 'GroupLst', [START, COUNT]) },
      '/v1/terminals/{terminal_id}/commands': {
        get: op('Commands of one terminal, newest first', 'CmdLst', [TRM, START, COUNT], one),
      },
      '/v1/terminals/{terminal_id}/provisioning-payload': {
        get: op('Provisioning payload of one terminal', 'Payload', [TRM], one),
      },
      '/v1/terminals/{terminal_id}/provisioning-export': {
        get: op('Provisioning export of one terminal', 'Export', [TRM], one),
      },
      '/v1/feeds/account.xml': { get: feed('Account feed', []) },
      '/v1/feeds/terminals/{terminal_id}.xml': { get: feed('Terminal feed', [TRM]) },
      '/v1/public/branding-status': {
        get: { ...branding, ...(fault === 'openapi-branding-secured' ? {} : { security: [] }) },
      },
    },
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      schemas: schemas(),
    },
  };
}

interface Svc {
  svcCd: string;
  svcNm: string;
  portal_surfaces: string[];
  api: string[];
  webhook_events: string[];
  rss_feeds: string[];
  notes: string[];
}

const ACCT_FEED = '/v1/feeds/account.xml';
const TRM_FEED = '/v1/feeds/terminals/{terminal_id}.xml';
const SERVICES: Svc[] = [
  {
    svcCd: 'AF',
    svcNm: 'Account and fleet snapshot',
    portal_surfaces: ['DASHBOARD', 'ACCOUNT PROFILE', 'BRANDING', 'USERS', 'REPORTS'],
    api: [
      'GET /v1/portal',
      'GET /v1/integrations/catalog',
      'GET /v1/integrations/public-openapi.json',
      'GET /v1/public/branding-status',
    ],
    webhook_events: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
    rss_feeds: [ACCT_FEED],
    notes: ['CALL THE PORTAL SNAPSHOT FIRST', 'PUBLIC DOCUMENTS NEED NO KEY'],
  },
  {
    svcCd: 'TL',
    svcNm: 'Terminals, locations, telemetry',
    portal_surfaces: ['TERMINALS', 'LOCATIONS', 'TERMINAL GROUPS'],
    api: [
      'GET /v1/locations',
      'GET /v1/locations/{terminal_id}',
      'GET /v1/terminals/{terminal_id}/status-monitoring',
      'GET /v1/terminal-groups',
    ],
    webhook_events: [
      'heartbeat_stale',
      'cash_low',
      'cash_out',
      'dispenser_fault',
      'compliance_expiration',
      'location_risk_change',
    ],
    rss_feeds: [ACCT_FEED, TRM_FEED],
    notes: ['HEARTBEAT IS STALE AFTER 240 MINUTES'],
  },
  {
    svcCd: 'TX',
    svcNm: 'Transactions and processor activity',
    portal_surfaces: ['TRANSACTIONS', 'SWITCH JOURNAL'],
    api: [
      'GET /v1/transactions',
      'GET /v1/transactions/{transaction_id}/timeline',
      'GET /v1/terminals/{terminal_id}/transactions',
    ],
    webhook_events: [
      'decline_spike',
      'approval_rate_drop',
      'reversal_spike',
      'high_decline_velocity',
      'repeated_same_card_attempt',
    ],
    rss_feeds: [ACCT_FEED, TRM_FEED],
    notes: ['NO CARD DATA IS SENT', 'AMOUNTS ARE US DOLLARS'],
  },
  {
    svcCd: 'RM',
    svcNm: 'RMS, commands, connectors, provisioning',
    portal_surfaces: ['REMOTE COMMANDS', 'CONNECTORS', 'PROVISIONING'],
    api: [
      'GET /v1/connectors',
      'GET /v1/connectors/{connector_id}/status',
      'GET /v1/terminals/{terminal_id}/commands',
      'GET /v1/terminals/{terminal_id}/provisioning-payload',
      'GET /v1/terminals/{terminal_id}/provisioning-export',
    ],
    webhook_events: ['command_failed', 'provisioning_failed'],
    rss_feeds: [TRM_FEED],
    notes: ['COMMANDS ARE ENTERED IN THE PORTAL ONLY'],
  },
  {
    svcCd: 'SD',
    svcNm: 'Settlements, payouts, disputes',
    portal_surfaces: ['SETTLEMENTS', 'DISPUTES'],
    api: ['GET /v1/settlements', 'POST /v1/settlements/derive', 'GET /v1/disputes', 'POST /v1/disputes'],
    webhook_events: ['settlement_mismatch'],
    rss_feeds: [],
    notes: ['DERIVE IS FOR ADMINISTRATORS', 'DISPUTE ENTRY IS FOR ADMINISTRATORS AND ACCOUNT OPERATORS'],
  },
  {
    svcCd: 'CO',
    svcNm: 'Compliance vault and onboarding',
    portal_surfaces: ['COMPLIANCE VAULT', 'ONBOARDING', 'DOCUMENTS', 'VIDEOS'],
    api: ['GET /v1/portal'],
    webhook_events: ['compliance_expiration', 'location_risk_change'],
    rss_feeds: [],
    notes: ['AVAILABLE ONLY THROUGH THE PORTAL SNAPSHOT'],
  },
];
const PUBLIC_PATHS = ['/v1/integrations/public-openapi.json', '/v1/public/branding-status'];

export function catalog(fault: FaultId | null): Record<string, unknown> {
  const seen = new Set<string>();
  return {
    svcLst: SERVICES.map((s) => {
      const events = s.webhook_events.filter((e) => {
        const again = seen.has(e);
        seen.add(e);
        return !(again && fault === 'catalog-events-deduplicated');
      });
      return {
        svcCd: s.svcCd,
        svcNm: s.svcNm,
        portal_surfaces: s.portal_surfaces,
        api_endpoints: s.api.map((a) => {
          const [mthd, path] = a.split(' ') as [string, string];
          const shown =
            fault === 'catalog-path-without-version' && path === '/v1/terminal-groups' ? '/terminal-groups' : path;
          return { mthd, path: shown, keyInd: PUBLIC_PATHS.includes(path) ? 'N' : 'Y' };
        }),
        webhook_events: events,
        rss_feeds: fault === 'catalog-rms-feed-missing' && s.svcCd === 'RM' ? [] : s.rss_feeds,
        ...(fault === 'catalog-no-notes-in-group' && s.svcCd === 'CO' ? {} : { notes: s.notes }),
      };
    }),
  };
}

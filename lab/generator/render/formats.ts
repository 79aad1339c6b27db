import { type Json, RawNumber } from '../protocol/json.ts';

export interface Currency {
  readonly code: string;
  readonly exponent: 0 | 2 | 3;
  readonly symbol: string;
}

export const CURRENCIES: Readonly<Record<string, Currency>> = {
  USD: { code: 'USD', exponent: 2, symbol: '$' },
  EUR: { code: 'EUR', exponent: 2, symbol: '€' },
  JPY: { code: 'JPY', exponent: 0, symbol: '¥' },
  KWD: { code: 'KWD', exponent: 3, symbol: 'KD' },
};

function groupDigits(digits: string, separator: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, separator);
}

/** Formats an amount in minor units. */
export function formatMoney(minor: number, style: string, currency: Currency): Json {
  const { exponent, code, symbol } = currency;
  const major = minor / 10 ** exponent;
  const decimal = major.toFixed(exponent);
  const sign = minor < 0 ? '-' : '';
  const [whole = '0', fraction = ''] = Math.abs(major).toFixed(exponent).split('.');
  const join = (separator: string, point: string) =>
    `${groupDigits(whole, separator)}${fraction === '' ? '' : point + fraction}`;
  switch (style) {
    case 'number':
      return major;
    case 'fixed-number':
      return new RawNumber(decimal);
    case 'minor-number':
      return minor;
    case 'minor-text':
      return String(minor);
    case 'padded-minor':
      return `${sign}${String(Math.abs(minor)).padStart(12, '0')}`;
    case 'value-object':
      return { value: decimal, currency: code };
    case 'minor-object':
      return { amount: minor, currency: code, exponent };
    case 'units-and-nanos':
      return {
        currency_code: code,
        units: String(Math.trunc(major)),
        nanos: Math.round((minor - Math.trunc(major) * 10 ** exponent) * 10 ** (9 - exponent)),
      };
    case 'comma-text':
      return `${sign}${join('.', ',')} ${symbol}`;
    case 'symbol-text':
      return `${sign}${symbol}${join(',', '.')}`;
    case 'code-text':
      return `${code} ${decimal}`;
    case 'space-text':
      return `${sign}${join('\u00a0', ',')}`;
    case 'parentheses':
      return minor < 0 ? `(${join(',', '.')})` : join(',', '.');
    case 'exponent-number':
      return new RawNumber(major.toExponential());
    case 'four-decimals':
      return major.toFixed(4);
    default:
      return decimal;
  }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Splits an instant into the texts of its parts in a zone `offsetMinutes` east of UTC. */
export function splitInstant(ms: number, offsetMinutes: number) {
  const shifted = new Date(ms + offsetMinutes * 60_000);
  const pad = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(offsetMinutes);
  return {
    year: String(shifted.getUTCFullYear()),
    month: pad(shifted.getUTCMonth() + 1),
    monthName: MONTHS[shifted.getUTCMonth()] ?? '',
    weekday: WEEKDAYS[shifted.getUTCDay()] ?? '',
    day: pad(shifted.getUTCDate()),
    hour: pad(shifted.getUTCHours()),
    minute: pad(shifted.getUTCMinutes()),
    second: pad(shifted.getUTCSeconds()),
    offset: `${offsetMinutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`,
  };
}

/** Formats the date and the time of day apart. */
export function formatDateAndTime(ms: number, style: string, offsetMinutes: number): [string, string] {
  const { year, month, day, hour, minute, second } = splitInstant(ms, offsetMinutes);
  if (style === 'compact') return [`${year}${month}${day}`, `${hour}${minute}${second}`];
  if (style === 'german') return [`${day}.${month}.${year}`, `${hour}:${minute}:${second}`];
  if (style === 'us-12-hours') {
    const half = Number(hour) < 12 ? 'AM' : 'PM';
    return [`${month}/${day}/${year}`, `${Number(hour) % 12 || 12}:${minute}:${second} ${half}`];
  }
  return [`${year}-${month}-${day}`, `${hour}:${minute}:${second}`];
}

/** Formats an instant. Formats without a zone use the one `offsetMinutes` east of UTC. */
export function formatInstant(ms: number, style: string, offsetMinutes: number): Json {
  const iso = new Date(ms).toISOString();
  const parts = splitInstant(ms, offsetMinutes);
  const [date, time] = formatDateAndTime(ms, style, offsetMinutes);
  switch (style) {
    case 'rfc3339-ms':
      return iso;
    case 'rfc3339-offset':
      return `${date}T${time}${parts.offset}`;
    case 'epoch-seconds':
      return Math.floor(ms / 1000);
    case 'epoch-ms':
      return ms;
    case 'epoch-text':
      return String(Math.floor(ms / 1000));
    case 'compact':
      return `${date}${time}`;
    case 'sql':
    case 'us-12-hours':
      return `${date} ${time}`;
    case 'german':
      return `${date}, ${time} Uhr`;
    case 'rfc2822':
      return `${parts.weekday}, ${parts.day} ${parts.monthName} ${parts.year} ${time} ${parts.offset.replace(':', '')}`;
    case 'object':
      return { date, time, offset: parts.offset };
    case 'parts-list':
      return [date, time].join('-').split(/[-:]/).map(Number);
    case 'dotnet':
      return `/Date(${ms})/`;
    case 'microseconds':
      return `${date}T${time}.000000${parts.offset}`;
    case 'minutes':
      return `${date} ${time.slice(0, 5)}`;
    case 'two-digit-year':
      return `${parts.month}/${parts.day}/${parts.year.slice(2)} ${time}`;
    case 'month-name':
      return `${Number(parts.day)} ${parts.monthName} ${parts.year} ${time}`;
    case 'local-and-utc':
      return { local: `${date}T${time}`, utc: iso };
    case 'local-no-zone':
      return `${date}T${time}`;
    default:
      return iso.replace(/\.\d+Z$/, 'Z');
  }
}

const CODES: Readonly<Record<string, readonly string[]>> = {
  'transaction-type': ['withdrawal', 'balance_inquiry', 'transfer', 'reversal', 'deposit'],
  'account-type': ['default', 'savings', 'checking', 'credit'],
  reason: ['cash_not_dispensed', 'duplicate_charge', 'partial_dispense', 'unrecognized'],
};
const STATUS_WORDS =
  `open closed submitted settled under_review accepted denied online offline degraded queued completed
failed running done connected failing ok jammed requested sent_to_processor approved declined dispensed expired`.split(
    /\s+/,
  );
const GERMAN: Readonly<Record<string, string>> = {
  withdrawal: 'Auszahlung',
  balance_inquiry: 'Kontostandsabfrage',
  transfer: 'Umbuchung',
  reversal: 'Storno',
  deposit: 'Einzahlung',
  default: 'Standard',
  savings: 'Sparkonto',
  checking: 'Girokonto',
  credit: 'Kreditkonto',
  open: 'offen',
  closed: 'abgeschlossen',
  submitted: 'eingereicht',
  settled: 'ausgezahlt',
  under_review: 'in Prüfung',
  accepted: 'anerkannt',
  denied: 'abgelehnt',
  queued: 'eingereiht',
  completed: 'erledigt',
  online: 'verbunden',
  offline: 'getrennt',
};

/** Formats a coded value. Different values have different formats. */
export function formatCode(value: string, domain: string, style: string): Json {
  const list = CODES[domain] ?? STATUS_WORDS;
  const position = list.indexOf(value);
  const title = value.replace(
    /(^|_)([a-z])/g,
    (_, gap: string, letter: string) => (gap === '' ? '' : ' ') + letter.toUpperCase(),
  );
  switch (style) {
    case 'upper':
      return value.toUpperCase();
    case 'title':
      return title;
    case 'digits':
      return String(position * 10 + 1).padStart(3, '0');
    case 'number':
      return position + 1;
    case 'letter':
      return String.fromCharCode(65 + position);
    case 'object':
      return { code: value.toUpperCase(), label: title };
    case 'german':
      return GERMAN[value] ?? `${title} (Status)`;
    case 'opaque':
      return `k${(position + 3) * 17}`;
    default:
      return value;
  }
}

const RESPONSES: Readonly<Record<string, readonly [string, string]>> = {
  '00': ['Approved', 'Genehmigt'],
  '05': ['Do not honor', 'Nicht einlösen'],
  '51': ['Insufficient funds', 'Deckung fehlt'],
  '55': ['Incorrect PIN', 'Geheimzahl falsch'],
  '91': ['Issuer unavailable', 'Institut nicht erreichbar'],
};

export function formatResponse(value: string, style: string): Json {
  const [text, german] = RESPONSES[value] ?? ['Unknown', 'Unbekannt'];
  switch (style) {
    case 'text':
      return text;
    case 'approved':
      return value === '00';
    case 'number':
      return Number(value);
    case 'object':
      return { code: value, text, approved: value === '00' };
    case 'german':
      return german;
    default:
      return value;
  }
}

export function formatEmv(isChip: boolean, style: string): Json {
  switch (style) {
    case 'letter':
      return isChip ? 'Y' : 'N';
    case 'entry-mode':
      return isChip ? '05' : '90';
    case 'word':
      return isChip ? 'EMV' : 'MAGSTRIPE';
    case 'object':
      return { chip: isChip, fallback: !isChip };
    case 'number':
      return isChip ? 1 : 0;
    default:
      return isChip;
  }
}

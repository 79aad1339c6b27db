interface Pattern {
  readonly name: string;
  readonly pattern: RegExp;
}

/** Internal details that must not be in a response. Each pattern needs more than one word, so that prose does not match. */
const INTERNAL_DETAILS: readonly Pattern[] = [
  {
    name: 'a stack trace',
    pattern:
      /^[ \t]*at (?:async )?[\w$.<>[\] ](?:[^()\n]*|[\w$.<>[\] ]*\([^()\n]*):\d|Traceback \(most recent call last\)|File "[^"\n]+", line \d+|^[ \t]*at [\w$.]+\([\w$]+\.java:\d+\)|goroutine \d+ \[|in \/[\w/.-]+\.php(?::| on line )\d+|\.rb:\d+:in [`']/m,
  },
  {
    name: 'a database statement',
    pattern:
      /\bSELECT\s+(?:\*|[\w."`]+(?:\s*,\s*[\w."`*]+)*)\s+FROM\s+\S|\bselect\s[^;]{1,300}?\sfrom\s[^;]{1,200}?\s(?:where|order by|group by|limit)\s|\binsert\s+into\s+[\w."`]+\s*\(|\bupdate\s+[\w."`]+\s+set\s+\w+\s*=|\bdelete\s+from\s+[\w."`]+\s+where\b/,
  },
  {
    name: 'a database error',
    pattern:
      /SQLSTATE|\bORA-\d{5}|syntax error (?:at or )?near "|no such (?:column|table):|relation "[^"]+" does not exist|You have an error in your SQL syntax|SqliteError|PSQLException|psycopg2?\.|\bER_[A-Z_]{5,}|PrismaClient\w{0,40}Error|MongoServerError|SequelizeDatabaseError/,
  },
  {
    name: 'a file path',
    pattern:
      /(?:^|[\s"'(=])(?:\/(?:srv|home|usr|var|opt|app|root|etc|node_modules|Users)\/[\w.@-]+(?:\/[\w.@-]+)+)|[A-Z]:\\(?:\w+\\)+\w+|node_modules\//m,
  },
  {
    name: 'an internal network address',
    pattern:
      /\b(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?::\d+)?\b|\w-*\.(?:internal|local|svc|corp|lan)\b|ECONNREFUSED \d/,
  },
  {
    name: 'a runtime exception',
    pattern:
      /\b(?:TypeError|ReferenceError|RangeError|SyntaxError|NullPointerException|IllegalArgumentException|NoMethodError|AttributeError|KeyError|ValueError): |\w\.[a-z]\w*\.[A-Z]\w*Exception\b|System\.\w+Exception/,
  },
  {
    name: 'a framework error page',
    pattern:
      /Whitelabel Error Page|Werkzeug Debugger|Django Version:|Laravel|<title>Error<\/title>(?:(?!<title>)[\s\S])*<pre>|Rails\.root|Server Error in '\/' Application/,
  },
];

/** Returns the kinds of internal details in an error response, each once. */
export const findInternalDetails = (text: string): string[] =>
  INTERNAL_DETAILS.filter(({ pattern }) => pattern.test(text.replaceAll('\\n', '\n'))).map(({ name }) => name);

import type { SampleRequest } from './sample-request.ts';

/** A language, and how a request is written in it without packages. */
export interface SampleLanguage {
  readonly name: string;
  readonly write: (request: SampleRequest) => string;
}

/** The languages of the samples, in the order of their tabs. */
export const LANGUAGES: readonly SampleLanguage[] = [
  { name: 'curl', write: writeCurl },
  { name: 'TypeScript', write: writeTypeScript },
  { name: 'Python', write: writePython },
  { name: 'Go', write: writeGo },
  { name: 'Java', write: writeJava },
];

const MEDIA_TYPE = 'application/json';

function writeCurl({ method, url, credential, body, reply }: SampleRequest): string {
  const options = [
    ...(credential === undefined ? [] : [`-H "${credential.header}: ${credential.prefix}$${credential.variable}"`]),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: ${MEDIA_TYPE}'`, `-d '${format(body).replaceAll("'", "'\\''")}'`]),
  ];
  const flags = [...(reply === 'stream' ? ['-N'] : []), ...(method === 'GET' ? [] : ['-X', method])];
  return [['curl', ...flags, `'${url}'`].join(' '), ...options].join(' \\\n  ');
}

const TYPESCRIPT_OUTPUT: Readonly<Record<SampleRequest['reply'], string>> = {
  json: 'console.log(await response.json());',
  text: 'console.log(await response.text());',
  stream: 'for await (const part of response.body ?? []) process.stdout.write(part);',
};

function writeTypeScript({ method, url, credential, body, reply }: SampleRequest): string {
  const secret = credential === undefined ? '' : `process.env.${credential.variable}`;
  const headers = [
    ...(credential === undefined
      ? []
      : [
          `'${credential.header}': ${credential.prefix === '' ? `${secret} ?? ''` : `\`${credential.prefix}\${${secret}}\``}`,
        ]),
    ...(body === undefined ? [] : [`'Content-Type': '${MEDIA_TYPE}'`]),
  ];
  const members = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indent(format(body), '  ')})`]),
  ];
  const options = members.length === 0 ? '' : `, {\n${members.map((member) => `  ${member},\n`).join('')}}`;
  return `const response = await fetch('${url}'${options});
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
${TYPESCRIPT_OUTPUT[reply]}`;
}

function writePython({ method, url, credential, body }: SampleRequest): string {
  const headers = [
    ...(credential === undefined
      ? []
      : [
          `"${credential.header}": ${credential.prefix === '' ? '' : `"${credential.prefix}" + `}os.environ["${credential.variable}"],`,
        ]),
    ...(body === undefined ? [] : [`"Content-Type": "${MEDIA_TYPE}",`]),
  ];
  const lines = [
    ...(body === undefined ? [] : ['import json']),
    ...(credential === undefined ? [] : ['import os']),
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${url}",`,
    `    method="${method}",`,
    ...(headers.length === 0 ? [] : ['    headers={', ...headers.map((header) => `        ${header}`), '    },']),
    ...(body === undefined ? [] : [`    data=json.dumps(${indent(formatPython(body), '    ')}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    for line in response:',
    '        print(line.decode(), end="")',
  ];
  return lines.join('\n');
}

function writeGo({ method, url, credential, body }: SampleRequest): string {
  const packages = ['io', 'net/http', 'os', ...(body === undefined ? [] : ['strings'])];
  const panic = 'if err != nil {\n\t\tpanic(err)\n\t}';
  const steps = [
    ...(body === undefined ? [] : [`body := strings.NewReader(${quoteGo(format(body))})`]),
    `request, err := http.NewRequest("${method}", "${url}", ${body === undefined ? 'nil' : 'body'})`,
    panic,
    ...(credential === undefined
      ? []
      : [
          `request.Header.Set("${credential.header}", ${credential.prefix === '' ? '' : `"${credential.prefix}"+`}os.Getenv("${credential.variable}"))`,
        ]),
    ...(body === undefined ? [] : [`request.Header.Set("Content-Type", "${MEDIA_TYPE}")`]),
    'response, err := http.DefaultClient.Do(request)',
    panic,
    'defer response.Body.Close()',
    'io.Copy(os.Stdout, response.Body)',
  ];
  return `package main

import (
${packages.map((name) => `\t"${name}"`).join('\n')}
)

func main() {
${steps.map((step) => `\t${step}`).join('\n')}
}`;
}

/** A raw string contains no backtick. */
const quoteGo = (text: string): string => (text.includes('`') ? JSON.stringify(text) : `\`${text}\``);

function writeJava({ method, url, credential, body }: SampleRequest): string {
  // The builder has methods without a body for GET and DELETE, and the contracts declare a body for all others.
  const call =
    body === undefined
      ? `.${method}()`
      : `.method("${method}", BodyPublishers.ofString("""\n${toLines(format(body).replaceAll('\\', '\\\\'), 16)}\n                """))`;
  const calls = [
    ...(credential === undefined
      ? []
      : [
          `.header("${credential.header}", ${credential.prefix === '' ? '' : `"${credential.prefix}" + `}System.getenv("${credential.variable}"))`,
        ]),
    ...(body === undefined ? [] : [`.header("Content-Type", "${MEDIA_TYPE}")`]),
    call,
    '.build();',
  ];
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
${body === undefined ? '' : 'import java.net.http.HttpRequest.BodyPublishers;\n'}import java.net.http.HttpResponse.BodyHandlers;

class Sample {
    public static void main(String[] arguments) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("${url}"))
${calls.map((line) => `            ${line}`).join('\n')}
        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofLines());
        response.body().forEach(System.out::println);
    }
}`;
}

const format = (value: unknown): string => JSON.stringify(value, null, 2);

/** Indents all lines after the first. */
const indent = (text: string, space: string): string => text.replaceAll('\n', `\n${space}`);

/** Indents all lines. */
const toLines = (text: string, spaces: number): string => text.replaceAll(/^/gm, ' '.repeat(spaces));

const PYTHON_LITERALS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** Writes a value of JSON in Python: literals outside texts have other names. */
const formatPython = (value: unknown): string =>
  JSON.stringify(value, null, 4).replaceAll(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (token) => PYTHON_LITERALS[token] ?? token,
  );

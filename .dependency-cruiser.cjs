/**
 * Who may import whom. A folder may import itself, what its row lists, and packages; tests may use more, as the last
 * member of a row says.
 */
const TEST = '\\.(test|verify)\\.ts$|/testing/';
const PROBLEMS = '^server/problems/';
const CONTRACTS = '^server/(contract|sandbox-contract)\\.ts$';

const PURE_WORLD =
  '^server/world/(scope/account-tree|events/events|state/(clock|exported-facts|facts|sandbox-facts|time))\\.ts$';

/** What of deliveries is pure, and part of how destinations are written and read. */
const PURE_DELIVERY =
  '^server/delivery/(signing/signer|inbox/inbox-answer|find-destination|network/destination-url)\\.ts$';

/**
 * The layers below a folder, each a pattern of paths in it: a layer may import itself and those before it. `[^/]+$` are the files
 * directly in a folder.
 */
const LAYERS = {
  conformance: ['http/', 'reading/', 'slots/', 'relations/', 'engine/', 'checks/', 'traffic/'],
  'server/world': [
    'state/',
    'books/rows/',
    'books/columns/',
    'books/[^/]+$',
    'rules/[^/]+$',
    'rules/input/',
    'rules/evaluation/',
    'telemetry/',
    'events/logs/',
    'events/planning/',
    'events/definitions/',
    'events/[^/]+$',
    'fold/',
    'scope/',
    'triggers/',
    'outcomes/',
  ],
  'server/delivery': [
    '[^/]+$',
    'network/',
    'signing/',
    'explaining/',
    'store/',
    'inbox/',
    'queue/[^/]+$',
    'queue/listeners/',
    'service/',
    'operations/',
  ],
  'server/handlers': [
    'lists/',
    'catalog/',
    'provisioning/',
    'ledger/',
    'terminals/',
    'feeds/',
    'portal/',
    'sandbox/',
    '[^/]+$',
  ],
  'server/console': ['api/', 'format/', 'state/', 'parts/', 'views/', 'shell/', '[^/]+$'],
};

/** Folders with files that belong to no layer: they may import all. */
const PARTLY_LAYERED = ['conformance'];

const rows = [
  { from: '^base/', may: ['^base/'], why: 'general helpers know nothing of the contract' },
  { from: '^spec/', may: ['^base/', '^spec/'], why: 'it is what the others answer to' },
  { from: '^fixtures/', may: ['^base/', '^fixtures/', '^spec/'], why: 'tenants are contract-shaped data' },
  {
    from: '^server/problems/',
    may: ['^base/', '^server/problems/', '^spec/'],
    why: 'any part of the server can refuse',
  },
  {
    from: '^server/world/',
    may: ['^base/', '^spec/', '^fixtures/', '^server/world/', PROBLEMS],
    why: 'the world is pure: no I/O, no clock, no Express',
  },
  {
    from: '^server/handlers/(?!sandbox/)',
    may: ['^base/', '^server/handlers/', '^spec/', PROBLEMS, CONTRACTS, PURE_WORLD],
    why: 'neither the store nor openScope is within reach of a handler',
    // Types vanish at run time and give no reach.
    types: ['^server/world/', '^server/serialisers/feed\\.ts$', '^fixtures/'],
  },
  {
    from: '^server/handlers/sandbox/',
    may: [
      '^base/',
      '^server/handlers/',
      '^spec/',
      PROBLEMS,
      CONTRACTS,
      PURE_WORLD,
      '^server/world/((triggers|outcomes)/index|state/(cause-limits|fault-rules|issued-keys))\\.ts$',
      PURE_DELIVERY,
    ],
    why: 'the control plane also changes what the world is made of, out of what a scope shows',
    types: ['^server/world/', '^fixtures/', '^server/delivery/'],
  },
  {
    from: '^server/faults/',
    may: ['^server/faults/', '^server/world/state/fault-rules\\.ts$'],
    why: 'whether a rule applies depends on the rule and its subject only',
    types: ['^server/world/'],
  },
  {
    from: '^server/(serialisers|storage|journal)/',
    may: ['^base/', '^server/$1/', '^server/storage/', '^spec/', '^server/world/state/facts\\.ts$', PROBLEMS],
    why: 'they turn values into bytes or rows',
    types: ['^server/limits/'],
  },
  {
    from: '^server/delivery/',
    may: [
      '^base/',
      '^server/delivery/',
      '^server/storage/',
      '^spec/',
      '^server/world/state/(facts|time|sandbox-facts)\\.ts$',
      PROBLEMS,
      CONTRACTS,
    ],
    why: 'it turns events into rows and requests',
    types: ['^server/world/'],
  },
  {
    from: '^server/workspaces/',
    may: [
      '^base/',
      '^server/workspaces/',
      '^server/limits/',
      '^server/storage/',
      '^spec/',
      '^server/world/state/(clock|facts|time|issued-keys)\\.ts$',
      PROBLEMS,
    ],
    why: 'it manages worlds without knowing how they answer',
    types: ['^server/world/', '^server/sandbox\\.ts$'],
  },
  { from: '^server/http/', may: ['^base/', '^server/', '^spec/'], why: 'the server is composed here' },
  {
    from: '^server/console/',
    may: [
      '^server/console/',
      '^server/delivery/(explaining|signing)/',
      '^fixtures/(scenarios|time)/',
      '^base/(durations|formats|json/json-object)\\.ts$',
    ],
    why: 'it runs in a browser, and uses the HTTP API as any other client does; only signatures are examined in the page',
    types: ['^spec/'],
  },
  {
    from: '^server/docs/',
    may: ['^server/docs/'],
    why: 'it runs in a browser, on pages that the build writes',
  },
  {
    from: '^conformance/',
    may: ['^base/', '^conformance/', '^spec/'],
    why: 'the kit judges servers of other authors',
  },
  {
    from: '^client/',
    may: ['^client/'],
    why: 'it runs in browsers, and contains nothing of the server and the kit',
    types: ['^spec/generated/'],
  },
];

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...Object.entries(LAYERS).flatMap(([folder, layers]) =>
      layers.map((layer, at) => ({
        name: `layer-${folder}/${layer}`,
        comment: 'a layer uses those before it only, in the order of LAYERS',
        severity: 'error',
        from: { path: `^${folder}/${layer}`, pathNot: TEST },
        to: { path: `^${folder}/`, pathNot: `^${folder}/(${layers.slice(0, at + 1).join('|')})` },
      })),
    ),
    ...Object.entries(LAYERS).map(([folder, layers]) => ({
      name: `layers-of-${folder}`,
      comment: 'a new folder needs its place in LAYERS',
      severity: 'error',
      from: {
        path: `^${folder}/(?!${layers.join('|')})`,
        pathNot: [TEST, ...PARTLY_LAYERED.map((name) => `^${name}/`)],
      },
      to: {},
    })),
    {
      name: 'nobody-imports-bin',
      severity: 'error',
      from: { pathNot: '^(bin|lab)/' },
      to: { path: '^bin/', pathNot: '^bin/library/index\\.ts$' },
    },
    {
      name: 'the-library-imports-no-command',
      comment: 'what both need is in bin/control and bin/scenarios; a command may use the library',
      severity: 'error',
      from: { path: '^bin/(library|control|scenarios)/', pathNot: TEST },
      to: { path: '^bin/commands/' },
    },
    ...rows.map(({ from, may, types = [], why }) => ({
      name: `imports-of-${from.replace(/[^a-z]+/g, '-').replace(/^-|-$/g, '')}`,
      comment: why,
      severity: 'error',
      from: { path: from, pathNot: TEST },
      to: {
        path: '^(base|spec|fixtures|server|conformance|bin)/',
        pathNot: may,
        dependencyTypesNot: types.length > 0 ? ['type-only'] : [],
      },
    })),
    ...rows
      .filter(({ types }) => types !== undefined)
      .map(({ from, may, types, why }) => ({
        name: `types-of-${from.replace(/[^a-z]+/g, '-').replace(/^-|-$/g, '')}`,
        comment: why,
        severity: 'error',
        from: { path: from, pathNot: TEST },
        to: {
          path: '^(base|spec|fixtures|server|conformance|bin)/',
          pathNot: [...may, ...types],
          dependencyTypes: ['type-only'],
        },
      })),
    {
      name: 'the-client-runs-everywhere',
      comment: 'it may use neither modules of Node.js nor packages other than openapi-fetch',
      severity: 'error',
      from: { path: '^client/', pathNot: TEST },
      to: { dependencyTypesNot: ['local'], pathNot: ['^client/', '^spec/', 'node_modules/openapi-fetch/'] },
    },
    {
      name: 'no-module-imports-the-client',
      comment: 'users of the service import it; the kit and the server must not share its mistakes',
      severity: 'error',
      from: { pathNot: ['^client/', TEST] },
      to: { path: '^client/' },
    },
    {
      name: 'no-module-imports-the-console',
      comment: 'the build bundles it for browsers',
      severity: 'error',
      from: { pathNot: '^server/console/' },
      to: { path: '^server/console/' },
    },
    {
      name: 'no-module-imports-the-scripts-of-the-documentation',
      comment: 'the build bundles them for browsers; it writes the records of the search, and its tests search',
      severity: 'error',
      from: { pathNot: '^server/docs/' },
      to: { path: '^server/docs/', pathNot: '^server/docs/search-index\\.ts$' },
    },
    {
      name: 'browser-packages-in-the-console-only',
      severity: 'error',
      from: { pathNot: ['^server/console/', TEST] },
      to: { path: 'node_modules/(preact|@preact|uplot)/' },
    },
    {
      name: 'packages-of-the-documentation-in-its-build-only',
      severity: 'error',
      from: { pathNot: ['^bin/dev/build/docs/', '^server/docs/', TEST] },
      to: { path: 'node_modules/(markdown-it|highlight\\.js|minisearch|swagger-ui-dist)/' },
    },
    {
      name: 'golden-files-are-for-tests',
      comment: 'a golden file is what a test expects; what runs reads generated files',
      severity: 'error',
      from: { pathNot: TEST },
      to: { path: '/golden/' },
    },
    {
      name: 'independent-services-share-nothing',
      comment: 'a service that others wrote is as its author wrote it: from the document alone',
      severity: 'error',
      from: { path: '^lab/independent/(?!cover/)([^/]+)/' },
      to: { path: '^(base|spec|fixtures|server|conformance|bin|bench|lab)/', pathNot: ['^lab/independent/$1/'] },
    },
    {
      name: 'generator-shares-nothing',
      comment: 'a generated service is derived from the document alone: neither from the contract nor from the kit',
      severity: 'error',
      from: { path: '^lab/generator/' },
      to: { path: '^(spec|fixtures|server|conformance|bin|bench|lab/examination)/' },
    },
    {
      name: 'examination-runs-the-kit',
      comment: 'an examination starts generated services and runs the kit against them; it needs nothing else',
      severity: 'error',
      from: { path: '^lab/examination/' },
      to: { path: '^(spec|fixtures|server|bin|bench)/' },
    },
    {
      name: 'no-module-imports-the-lab',
      comment: 'the lab is a separate package that examines the product; tests of the product use its faulty targets',
      severity: 'error',
      from: { path: '^(base|spec|fixtures|server|conformance|bin|bench)/', pathNot: TEST },
      to: { path: '^lab/' },
    },
    {
      name: 'no-module-imports-the-generator',
      comment: 'the kit examines generated services over HTTP only, so that the two share no reading of the document',
      severity: 'error',
      from: { path: '^(base|spec|fixtures|server|conformance|bin|bench)/' },
      to: { path: '^lab/(generator|examination)/' },
    },
    {
      name: 'express-in-server-http-only',
      severity: 'error',
      from: { pathNot: ['^server/http/', '^bench/bare-express\\.ts$', TEST] },
      to: { path: 'node_modules/(express|express-openapi-validator)/' },
    },
    {
      name: 'faker-in-fixtures-only',
      severity: 'error',
      from: { pathNot: '^fixtures/' },
      to: { path: 'node_modules/@faker-js/' },
    },
    {
      name: 'no-io-in-pure-code',
      comment: 'fixtures, world and handlers compute; they do not read, write, wait or listen',
      severity: 'error',
      from: { path: '^(fixtures|server/world|server/handlers)/', pathNot: TEST },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|util)$' },
    },
    {
      name: 'node-sqlite-behind-one-module',
      severity: 'error',
      from: { pathNot: ['^server/storage/connection\\.ts$'] },
      to: { path: '^(node:)?sqlite$' },
    },
    {
      name: 'sqlite-only-when-asked-for',
      comment: 'a sandbox in memory does not load SQLite: load these modules with await import()',
      severity: 'error',
      from: { pathNot: ['^server/(journal/sqlite|delivery/store/sqlite-store|storage/[^/]+)\\.ts$', TEST] },
      to: {
        path: '^server/(journal/sqlite|delivery/store/sqlite-store|storage/(backup|backup-file|data-directory|inspection|schema|connection))\\.ts$',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'pg-behind-one-module',
      severity: 'error',
      from: { pathNot: ['^server/storage/postgres/connection\\.ts$', TEST] },
      to: { path: 'node_modules/(@types/)?pg/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'postgres-only-when-asked-for',
      comment: 'a sandbox without a database server does not load pg: load these modules with await import()',
      severity: 'error',
      from: { pathNot: ['^server/storage/postgres/', '^bin/dev/', '^bench/', '/postgres[^/]*\\.ts$', TEST] },
      to: {
        path: ['^server/storage/postgres/', '^server/.*/postgres[^/]*\\.ts$'],
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'packages-of-metrics-only-when-enabled',
      comment: 'a server without metrics loads neither: load the module with await import()',
      severity: 'error',
      from: { pathNot: ['^server/http/operations/metrics\\.ts$', TEST] },
      to: {
        path: ['node_modules/prom-client/', '^server/http/operations/metrics\\.ts$'],
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'packages-of-telemetry-only-when-enabled',
      comment: 'they are optional: load them with await import(), and only where telemetry starts',
      severity: 'error',
      from: { pathNot: ['^bin/commands/serve/start-telemetry\\.ts$', TEST] },
      to: { path: 'node_modules/@opentelemetry/', dependencyTypesNot: ['type-only'] },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage|node_modules)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};

// Who may import whom. A folder of src-main that a rule does not let through is out of reach.
const main = '^src-main/';
const nodeItself = 'node';
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: {
    pathNot: [...allowed.filter((path) => path !== nodeItself), from],
    ...(allowed.includes(nodeItself) && { dependencyTypesNot: ['core'] }),
  },
});

const electron = '^node_modules/electron/';
const contract = '^src-main/contract/';
const messages = '^resources/messages/';
const valibot = '^node_modules/valibot/';
const sqlite = ['^node_modules/(@types/)?better-sqlite3/'];
const helperProcess = '^src-main/helper-process/(?!(helper|rows-ahead)\\.ts$)';
const age = '^node_modules/age-encryption/';
const csvParse = '^node_modules/csv-parse/';
const yauzl = '^node_modules/(@types/)?yauzl/';
const sheetJs = '^node_modules/@e965/xlsx/';
const csvStringify = '^node_modules/csv-stringify/';
const undici = '^node_modules/undici/';
const clock = '^src-main/clock\\.ts$';
const log = '^src-main/log\\.ts$';

// The renderer, from below. Every folder that is not named here is a screen.
const floors = [
  'bridge',
  'ui',
  'scanning',
  'paper',
  'lines',
  'sales',
  'new-document',
  'shop',
  'sign-in',
  'profiles',
  'practice',
  'second-copy',
  'shell',
];

module.exports = {
  forbidden: [
    only(
      'contract-is-pure',
      contract,
      [valibot],
      'pure code and types, for main and renderer alike',
    ),
    only(
      'helper-process',
      helperProcess,
      [contract, clock, electron, nodeItself],
      'how main asks a process of its own, and is answered',
    ),
    only('store', '^src-main/store/', [
      contract,
      helperProcess,
      clock,
      valibot,
      ...sqlite,
      age,
      nodeItself,
    ]),
    only(
      'csv',
      '^src-main/csv/',
      [contract, csvStringify],
      'how a file for spreadsheets is written',
    ),
    only(
      'spreadsheet',
      '^src-main/spreadsheet/',
      [contract, yauzl, sheetJs, nodeItself],
      'how a file that a spreadsheet program wrote is read',
    ),
    only('catalogue', '^src-main/catalogue/', [
      contract,
      helperProcess,
      '^src-main/(csv|spreadsheet|store)/',
      clock,
      messages,
      valibot,
      ...sqlite,
      csvParse,
      nodeItself,
    ]),
    only('documents', '^src-main/documents/', [
      contract,
      '^src-main/(csv|store|service)/',
      clock,
      messages,
      valibot,
      ...sqlite,
      nodeItself,
    ]),
    only(
      'exceptions',
      '^src-main/exceptions/',
      [contract, '^src-main/(csv|store|catalogue)/', messages],
      'what a manager wants to see: noticed, read and written to a file',
    ),
    only(
      'figures',
      '^src-main/figures/',
      [contract, '^src-main/(csv|store|helper-process)/', messages, valibot, ...sqlite, nodeItself],
      'sums of what was sold, read by a helper process',
    ),
    only('service', '^src-main/service/', [contract, clock, valibot, undici, nodeItself]),
    only(
      'practice-service',
      '^src-main/practice-service/',
      [valibot, ...sqlite, nodeItself, '^resources/example-catalogue\\.json$'],
      'an independent service: it knows nothing of the till',
    ),
    only('outbox', '^src-main/outbox/', [
      contract,
      '^src-main/(store|service)/',
      clock,
      valibot,
      nodeItself,
    ]),
    only('receipt', '^src-main/receipt/', [
      contract,
      '^src-main/(store|service)/',
      messages,
      valibot,
      electron,
      '^node_modules/bwip-js/',
      nodeItself,
    ]),
    only('printing', '^src-main/printing/', [
      contract,
      '^src-main/(store|receipt)/',
      clock,
      log,
      electron,
      '^node_modules/@point-of-sale/',
      nodeItself,
    ]),
    only('account', '^src-main/account/', [
      contract,
      '^src-main/(store|service)/',
      '^src-main/(clock|log|settings)\\.ts$',
      electron,
      valibot,
      nodeItself,
    ]),
    only(
      'learning',
      '^src-main/learning/',
      [
        contract,
        '^src-main/(store|service|documents|catalogue)/',
        '^src-main/outbox/timing\\.ts$',
        clock,
        valibot,
        nodeItself,
      ],
      'what the documents tell of the shop: offered, and taken by others',
    ),
    only(
      'till',
      '^src-main/till/',
      [
        contract,
        helperProcess,
        '^src-main/(store|service|receipt|outbox|printing|documents|learning|catalogue|exceptions|figures|account)/',
        '^src-main/(address|clock|log)\\.ts$',
        nodeItself,
      ],
      'the till that is open knows neither who shows it nor who may use it',
    ),
    only(
      'day',
      '^src-main/day/',
      [contract, '^src-main/(csv|store|receipt|till)/', messages, nodeItself],
      'the working day of the open till: it waits for neither outbox nor service',
    ),
    only(
      'returns',
      '^src-main/returns/',
      [contract, '^src-main/(store|documents|till)/', messages, valibot, nodeItself],
      'goods that come back to the open till',
    ),
    only(
      'setup-file',
      '^src-main/setup-file/',
      [
        contract,
        helperProcess,
        '^src-main/(account|catalogue|csv|receipt|store|till)/',
        valibot,
        nodeItself,
      ],
      'how one till is set up, for the next: it knows nothing of who may use it',
    ),
    only(
      'second-copy',
      '^src-main/second-copy/',
      [
        contract,
        helperProcess,
        '^src-main/(account|store|till)/',
        '^src-main/(clock|log)\\.ts$',
        valibot,
        ...sqlite,
        age,
        nodeItself,
      ],
      'the second copy of the open till: it knows nothing of who may use it',
    ),
    only('practice', '^src-main/practice/', [
      contract,
      '^src-main/(store|service|outbox|documents|account|till|day|practice-service)/',
      '^src-main/(clock|settings)\\.ts$',
      '^resources/example-catalogue\\.json$',
      valibot,
      nodeItself,
    ]),
    only(
      'display',
      '^src-main/display/',
      [
        contract,
        '^src-main/store/',
        '^src-main/(address|clock|ipc|log|settings)\\.ts$',
        electron,
        nodeItself,
      ],
      'what the customer sees of a sale: it knows neither the till nor who is at it',
    ),
    only('staff', '^src-main/staff/', [
      contract,
      '^src-main/(store|account|session)/',
      '^src-main/(clock|log)\\.ts$',
      electron,
      valibot,
      nodeItself,
    ]),
    only('page', '^src-main/page/', [
      contract,
      '^src-main/(store|outbox|receipt|documents|till|day|practice|session|staff)/',
      '^src-main/(address|clock|log|settings)\\.ts$',
      messages,
      electron,
      valibot,
      nodeItself,
    ]),
    only(
      'update',
      '^src-main/update/',
      [
        contract,
        '^src-main/(store|service|account|session)/',
        clock,
        log,
        '^node_modules/electron-updater/',
        undici,
        valibot,
        nodeItself,
      ],
      'newer versions of the program: it knows nothing of who may install them',
    ),
    only(
      'handlers',
      '^src-main/handlers/',
      [
        contract,
        helperProcess,
        '^src-main/(store|service|outbox|receipt|printing|documents|learning|catalogue|exceptions|figures|account|till|day|returns|practice|session|staff|page|display|update|setup-file|second-copy)/',
        '^src-main/(address|ipc|log|settings)\\.ts$',
        messages,
        electron,
        valibot,
        nodeItself,
      ],
      'what is asked for, and who may ask; it is done below',
    ),
    only(
      'failure',
      '^src-main/failure/',
      [
        contract,
        '^src-main/(clock|log)\\.ts$',
        '^src-main/store/(free-space|new-file)\\.ts$',
        messages,
        electron,
        nodeItself,
      ],
      'how the program ends, and what a person sends to whoever helps: it opens no till',
    ),
    {
      name: 'root',
      comment: 'each file at the root stands on folders, not on others at the root but these',
      severity: 'error',
      from: { path: '^src-main/(address|clock|ipc|log|settings|window)\\.ts$' },
      to: {
        path: main,
        pathNot:
          '^src-main/(contract|outbox)/|^src-main/store/patient-rename\\.ts$|^src-main/(address|clock|log)\\.ts$',
      },
    },
    only(
      'session',
      '^src-main/session/',
      [contract, '^src-main/(store|service|outbox|account|till|practice)/'],
      'which till is open: it knows no staff, no page and no handlers',
    ),
    {
      name: 'composition',
      comment: 'nothing but the composition root knows handlers, and nothing knows the root',
      severity: 'error',
      from: { path: main, pathNot: '^src-main/(handlers/|(index|program|program-parts)\\.ts$)' },
      to: {
        path: '^src-main/(handlers/|(index|program|program-parts)\\.ts$|helper-process/(helper|rows-ahead)\\.ts$)',
      },
    },
    only(
      'helper',
      '^src-main/helper-process/(helper|rows-ahead)\\.ts$',
      [helperProcess, '^src-main/(store|catalogue|figures|spreadsheet|second-copy)/', nodeItself],
      'what a helper process does',
    ),
    only('preload', '^src-main/(preload|staff/pin-preload|display/display-preload)\\.ts$', [
      electron,
      contract,
    ]),
    only(
      'renderer',
      '^src-renderer/',
      [
        contract,
        messages,
        valibot,
        '^node_modules/(svelte|vite|lucide|bwip-js|(@types/)?d3-(scale|shape)|@tanstack/virtual-core|@fontsource-variable)/',
      ],
      'the renderer reaches main over IPC, and shares the contract and the catalogues only',
    ),
    ...floors.map((floor, index) => ({
      name: `floor-${floor}`,
      comment: 'a floor of the renderer stands on those below it alone',
      severity: 'error',
      from: { path: `^src-renderer/${floor}/` },
      to: {
        path: '^src-renderer/',
        pathNot: `^src-renderer/(${floors.slice(0, index + 1).join('|')})/`,
      },
    })),
    {
      name: 'controls',
      comment: 'a control is handed what it shows: it asks main nothing and knows no route',
      severity: 'error',
      from: { path: '^src-renderer/ui/' },
      to: {
        path: '^src-renderer/bridge/',
        pathNot: '^src-renderer/bridge/(texts|control-settings|foreign-text|timer)\\.ts$',
      },
    },
    {
      name: 'screens',
      comment: 'a screen stands on the floors, and knows no other screen and no root of the page',
      severity: 'error',
      from: { path: `^src-renderer/(?!(?:${floors.join('|')})/)([^/]+)/` },
      to: { path: '^src-renderer/', pathNot: `^src-renderer/(${floors.join('|')}|$1)/` },
    },
    only('messages', messages, [contract]),
    {
      name: 'product-knows-no-test',
      severity: 'error',
      from: { path: '^(src-main|src-renderer)/' },
      to: { path: '^test/' },
    },
    {
      name: 'real-electron',
      comment: 'how a real Electron is provided and shown: no test and no part of the till',
      severity: 'error',
      from: { path: '^test/real-electron/' },
      to: { path: '^(src-main|src-renderer|test)/', pathNot: '^test/real-electron/' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^out/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.mjs', '.svelte', '.json', '.d.ts'],
      conditionNames: ['import', 'node', 'types', 'default'],
      exportsFields: ['exports'],
    },
  },
};

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
const csvParse = '^node_modules/csv-parse/';
const csvStringify = '^node_modules/csv-stringify/';
const undici = '^node_modules/undici/';

module.exports = {
  forbidden: [
    only(
      'contract-is-pure',
      contract,
      [valibot],
      'pure code and types, for main and renderer alike',
    ),
    only('store', '^src-main/store/', [contract, valibot, ...sqlite, nodeItself]),
    only(
      'csv',
      '^src-main/csv/',
      [contract, csvStringify],
      'how a file for spreadsheets is written',
    ),
    only('catalogue', '^src-main/catalogue/', [
      contract,
      '^src-main/(csv|store)/',
      valibot,
      ...sqlite,
      csvParse,
      nodeItself,
    ]),
    only('documents', '^src-main/documents/', [
      contract,
      '^src-main/(csv|store|service)/',
      valibot,
      ...sqlite,
      nodeItself,
    ]),
    only('service', '^src-main/service/', [contract, valibot, undici, nodeItself]),
    only(
      'practice-service',
      '^src-main/practice-service/',
      [valibot, ...sqlite, nodeItself, '^resources/example-catalogue\\.json$'],
      'an independent service: it knows nothing of the till',
    ),
    only('outbox', '^src-main/outbox/', [
      contract,
      '^src-main/(store|service)/',
      valibot,
      nodeItself,
    ]),
    only('receipt', '^src-main/receipt/', [
      contract,
      '^src-main/(store|service)/',
      messages,
      valibot,
      electron,
      '^node_modules/(@point-of-sale|bwip-js)/',
      nodeItself,
    ]),
    only('printing', '^src-main/printing/', [
      contract,
      '^src-main/(store|receipt)/',
      '^src-main/log\\.ts$',
      electron,
      nodeItself,
    ]),
    {
      name: 'handlers',
      comment: 'handlers call what is below them; nothing but the composition root calls handlers',
      severity: 'error',
      from: { path: main, pathNot: '^src-main/(handlers/|index\\.ts$)' },
      to: { path: '^src-main/handlers/' },
    },
    only('preload', '^src-main/preload\\.ts$', [electron, contract]),
    only(
      'renderer',
      '^src-renderer/',
      [contract, messages, valibot, '^node_modules/(svelte|vite|bwip-js|@tanstack/virtual-core)/'],
      'the renderer reaches main over IPC, and shares the contract and the catalogues only',
    ),
    only('messages', messages, [contract]),
    {
      name: 'product-knows-no-test',
      severity: 'error',
      from: { path: '^(src-main|src-renderer)/' },
      to: { path: '^test/' },
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

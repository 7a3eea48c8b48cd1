// The types and the lint of TypeScript and of scripts, by the rules of ESLint's and
// typescript-eslint's own presets. Svelte's components have the same from .eslint.config.js.
import js from '@eslint/js';
import ts from 'typescript-eslint';

const rawIpc = {
  name: 'electron',
  importNames: ['ipcMain', 'ipcRenderer'],
  message:
    'Use the typed handle() and push() of src-main/ipc.ts, so that every argument is parsed.',
};
const byTheClock = 'Wait by src-main/clock.ts, so that a test can move the time by hand.';
const byTheTimer = 'Wait by bridge/timer.ts, so that a wait ends with its screen.';

const timers = (message) => ({
  'no-restricted-globals': [
    'error',
    { name: 'setTimeout', message },
    { name: 'setInterval', message },
  ],
});

/** What the project asks besides the presets. */
export const houseRules = {
  'no-restricted-exports': [
    'error',
    {
      restrictDefaultExports: {
        direct: true,
        named: true,
        defaultFrom: true,
        namedFrom: true,
        namespaceFrom: true,
      },
    },
  ],
  'no-restricted-imports': [
    'error',
    {
      paths: [rawIpc, { name: 'svelte/store', message: 'State is written with runes.' }],
      patterns: [{ group: ['svelte/internal', 'svelte/internal/*'], message: 'Not for others.' }],
    },
  ],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
  '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  '@typescript-eslint/switch-exhaustiveness-check': [
    'error',
    { considerDefaultExhaustiveForUnions: true },
  ],
  eqeqeq: 'error',
};
export const pageRules = timers(byTheTimer);
/** The formatter keeps code within its width, and leaves comments as they are. */
export const commentWidth = [
  'error',
  { code: 1_000, comments: 100, ignorePattern: 'eslint-disable' },
];

/** Of the presets' rules those that oxlint does not know; no module parses with what two forbid. */
const unknown = [
  'no-dupe-args',
  'no-octal',
  '@typescript-eslint/no-unsafe-class-instance-assignment',
];
const keep = (rules, isKept) => Object.fromEntries(Object.entries(rules).filter(isKept));
const presets = keep(
  Object.assign(
    {},
    ...[
      js.configs.recommended,
      ...ts.configs.strictTypeChecked,
      ...ts.configs.stylisticTypeChecked,
    ].map(({ rules }) => rules),
  ),
  ([name, setting]) => setting !== 'off' && !unknown.includes(name),
);

export default {
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  jsPlugins: [{ name: 'comments', specifier: './.oxlint-comments.js' }],
  options: {
    typeAware: true,
    typeCheck: true,
    denyWarnings: true,
    reportUnusedDisableDirectives: 'error',
  },
  ignorePatterns: ['out/', 'dist/', '**/*.svelte', '**/*.svelte.ts'],
  env: { node: true, builtin: true },
  rules: { ...presets, ...houseRules, 'comments/max-len': commentWidth },
  overrides: [
    {
      files: ['src-main/**/*.ts'],
      excludeFiles: ['src-main/clock.ts'],
      rules: {
        ...timers(byTheClock),
        'no-restricted-imports': [
          'error',
          {
            paths: [
              rawIpc,
              {
                name: 'node:timers/promises',
                importNames: ['setTimeout', 'setInterval'],
                message: byTheClock,
              },
            ],
          },
        ],
      },
    },
    {
      files: ['src-renderer/**/*.ts'],
      excludeFiles: ['src-renderer/bridge/timer.ts'],
      rules: pageRules,
    },
    {
      files: [
        'src-main/ipc.ts',
        'src-main/preload.ts',
        'src-main/staff/pin-preload.ts',
        'src-main/display/display-preload.ts',
      ],
      rules: { 'no-restricted-imports': 'off' },
    },
    {
      files: ['test/bench/paint-clock.js'],
      env: { browser: true },
    },
    {
      // Plain scripts that run before anything is installed: no types to check against.
      files: ['**/*.{mjs,js,cjs}'],
      rules: {
        ...keep(js.configs.recommended.rules, ([name]) => !unknown.includes(name)),
        ...keep(ts.configs.disableTypeChecked.rules, ([name]) => name in presets),
        'no-restricted-exports': 'off',
      },
    },
  ],
};

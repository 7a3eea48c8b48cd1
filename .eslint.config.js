import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

const rawIpc = (names) => ({
  paths: [
    {
      name: 'electron',
      importNames: names,
      message:
        'Use the typed handle() and push() of src-main/ipc.ts, so that every argument is parsed.',
    },
  ],
});

const byTheClock = 'Wait by src-main/clock.ts, so that a test can move the time by hand.';
const byTheTimer = 'Wait by bridge/timer.ts, so that a wait ends with its screen.';

export default ts.config(
  { ignores: ['out/', 'dist/', 'node_modules/'] },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  ts.configs.stylisticTypeChecked,
  svelte.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: {
      globals: globals.node,
      parserOptions: {
        project: ['./tsconfig.json', './src-renderer/tsconfig.json'],
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      // Prettier keeps the code within its width, and leaves comments as they are.
      'max-len': ['error', { code: 1_000, comments: 100, ignorePattern: 'eslint-disable' }],
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
      'no-restricted-imports': ['error', rawIpc(['ipcMain', 'ipcRenderer'])],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src-main/**/*.ts'],
    ignores: ['src-main/clock.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'setTimeout', message: byTheClock },
        { name: 'setInterval', message: byTheClock },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...rawIpc(['ipcMain', 'ipcRenderer']).paths,
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
    files: ['src-renderer/**/*.{ts,svelte}'],
    ignores: ['src-renderer/bridge/timer.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'setTimeout', message: byTheTimer },
        { name: 'setInterval', message: byTheTimer },
      ],
    },
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
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
    rules: { 'svelte/block-lang': ['error', { script: 'ts' }] },
  },
  {
    // Plain scripts that run before anything is installed: no types to check against.
    files: ['**/*.mjs', '**/*.js', '**/*.cjs'],
    extends: [ts.configs.disableTypeChecked],
    rules: { 'no-restricted-exports': 'off' },
  },
);

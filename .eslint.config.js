// The lint of Svelte's components and of the stores beside them: the same rules as those of
// .oxlint.config.js, which cannot read components, and Svelte's own.
import js from '@eslint/js';
import globals from 'globals';
import ts from 'typescript-eslint';
import { commentWidth, houseRules, pageRules } from './.oxlint.config.js';

// The parser of components hands TypeScript what it makes of each one from the beginning. Otherwise
// everything that a component imports is typed anew for each of them, which takes twice as long.
process.env.SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK = '1';
const { default: svelte } = await import('eslint-plugin-svelte');

export default ts.config(
  { ignores: ['out/', 'dist/', 'node_modules/', '**/*.{ts,mts,js,mjs,cjs}', '!**/*.svelte.ts'] },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  ts.configs.stylisticTypeChecked,
  svelte.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: {
      globals: { ...globals.node, ...globals.browser },
      parserOptions: {
        parser: ts.parser,
        project: './src-renderer/tsconfig.json',
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      'max-len': commentWidth,
      ...houseRules,
      ...pageRules,
      'svelte/block-lang': ['error', { script: 'ts' }],
    },
  },
);

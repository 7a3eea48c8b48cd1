// The lint of Svelte's components and of the stores beside them: the same rules as those of
// .oxlint.config.js, which cannot read components, and Svelte's own.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import { commentWidth, houseRules, pageRules } from './.oxlint.config.js';

export default ts.config(
  { ignores: ['out/', 'dist/', 'node_modules/', '**/*.{ts,js,mjs,cjs}', '!**/*.svelte.ts'] },
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

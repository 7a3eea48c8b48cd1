// ESLint's own rule of the length of lines, for oxlint, which has none.
import { builtinRules } from 'eslint/use-at-your-own-risk';

export default {
  meta: { name: 'comments' },
  rules: { 'max-len': builtinRules.get('max-len') },
};

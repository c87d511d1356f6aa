import { defineConfig } from 'eslint/config';
import { builtinRules } from 'eslint/use-at-your-own-risk';
import tseslint from 'typescript-eslint';
import { boundaries } from './tools/boundaries.js';

const TESTS = ['**/*.test.ts', 'tests/**/*.ts'];

export default defineConfig(
  { ignores: ['**/node_modules/', 'data/', '.cache/', '**/dist/'] },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  { rules: recommended() },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: 'error',
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', 60],
      'no-eval': 'error',

      // A promise that nobody waits for is a write that nobody knows has failed.
      '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: nodeTest() }],
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-explicit-any': 'error',

      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
      // Type aliases and interfaces are both fine where they read well.
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      // Control characters in names and messages are matched on purpose.
      'no-control-regex': 'off',
      // With noUncheckedIndexedAccess every index is a question; inside a bounded loop `!` is the answer.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Interfaces here are plain objects of functions, which are passed around freely; a lost `this` throws at once.
      '@typescript-eslint/unbound-method': 'off',
      // Spreading a string gives its code points, which is what lengths are counted in.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // Kysely's own types begin with an empty selection.
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      // A handler is async because its type says so, whether or not it waits for anything today.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: { string: true, boolean: true } },
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: {
        process: false,
        console: false,
        URL: false,
        setInterval: false,
        clearInterval: false,
        setTimeout: false,
      },
    },
  },
  {
    files: TESTS,
    rules: {
      // A describe() holds its tests, and what a test may do is not what a server may do.
      'max-lines-per-function': 'off',
      // What an answer holds is what the test is about; its shape is checked against the schema when it arrives.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  // Markup takes a line for every attribute, and a table of commands one for each of their handlers.
  { files: ['web/src/ui/**/*.{ts,tsx}'], rules: { 'max-lines-per-function': ['error', 100] } },
  // A migration is a list of statements.
  { files: ['server/src/db/migrations/*.ts'], rules: { 'max-lines-per-function': 'off' } },
  boundaries,
);

/** `test('…', async () => …)` at the top of a file returns a promise that the runner itself waits for. */
function nodeTest() {
  return [{ from: 'package', package: 'node:test', name: ['test', 'it', 'describe', 'suite'] }];
}

/** ESLint's own recommended rules, from the rules themselves: the package that lists them would be one more to install. */
function recommended() {
  const rules = [...builtinRules].filter(([, rule]) => rule.meta?.docs?.recommended);
  return Object.fromEntries(rules.map(([name]) => [name, 'error']));
}

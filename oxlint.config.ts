import path from 'node:path';
import { defineConfig, type OxlintConfig } from 'oxlint';
import { boundaries } from './tools/checks/boundaries.ts';
import { own, recommended, typed, untyped } from './tools/checks/lint-rules.ts';

type Rules = NonNullable<OxlintConfig['rules']>;

/** The counterparts are tests too, which need programs that not every machine has. */
const TESTS = ['**/*.test.ts', 'tests/**/*.ts', 'tools/counterparts/*.ts'];

export default defineConfig({
  plugins: ['typescript'],
  jsPlugins: [{ name: 'heddle', specifier: path.join(import.meta.dirname, 'tools/checks/lint-plugin.js') }],
  categories: { correctness: 'off' },
  options: { typeAware: true, maxWarnings: 0, respectEslintDisableDirectives: false },
  ignorePatterns: ['node_modules/', 'data/', '.cache/', '**/dist/'],
  rules: recommended,
  overrides: [
    { files: ['**/*.ts', '**/*.tsx'], rules: { ...typed, ...own, ...options() } },
    {
      files: ['**/*.js', '**/*.mjs'],
      // What the compiler finds in TypeScript.
      rules: { ...untyped, 'no-control-regex': 'error', 'no-unused-vars': 'error' },
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        AbortController: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        setTimeout: 'readonly',
      },
    },
    {
      files: TESTS,
      rules: {
        // A describe() holds its tests, and what a test may do is not what a server may do.
        'max-lines-per-function': 'off',
        // Helpers beside a test are read together with their calls.
        'max-params': 'off',
        'heddle/no-boolean-argument': 'off',
        // What a response holds is what the test is about; its shape is checked against the schema when it arrives.
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
      },
    },
    // Markup takes a line for every attribute, and a table of commands one for each of their handlers.
    { files: ['web/src/ui/**/*.{ts,tsx}'], rules: { 'max-lines-per-function': ['error', 100] } },
    // A migration is a list of statements.
    { files: ['server/src/db/migrations/**/*.ts'], rules: { 'max-lines-per-function': 'off' } },
    ...boundaries,
  ],
});

/** Rules of TypeScript that are not on with their defaults, with the reason where there is one. */
function options(): Rules {
  return {
    eqeqeq: 'error',
    'max-lines': ['error', 400],
    'max-lines-per-function': ['error', 60],
    // More of them are fields of an object, which names them where they are passed.
    'max-params': ['error', 5],
    'no-eval': 'error',

    // A promise that nobody waits for is a write that nobody knows has failed.
    // `test('…', async () => …)` at the top of a file returns one that the runner itself waits for.
    'typescript/no-floating-promises': [
      'error',
      {
        allowForKnownSafeCalls: [
          { from: 'package', package: 'node:test', name: ['test', 'it', 'describe', 'suite'] },
        ],
      },
    ],
    // The library marks what sends requests in the open, so that it is noticed; providers on a private network may.
    // Nothing else than `execCommand` writes into a text field so that the browser’s undo knows of it, and nothing else than `keyCode`
    // says in Safari that a key belongs to an input method.
    'typescript/no-deprecated': [
      'error',
      {
        allow: [
          { from: 'package', package: 'openid-client', name: 'allowInsecureRequests' },
          { from: 'lib', name: 'execCommand' },
          { from: 'lib', name: 'keyCode' },
        ],
      },
    ],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'typescript/no-confusing-void-expression': [
      'error',
      { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
    ],
    'typescript/restrict-plus-operands': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'heddle/no-boolean-argument': 'error',
    'no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
    // Spreading a string gives its code points, which is what lengths are counted in.
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],
    'typescript/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true, boolean: true } }],
  };
}

/** The lint rules that are on with their defaults, by name; oxlint.config.ts has those with options. */

/** Our own rules that have no options, of `lint-plugin.js`. */
export const own = errors(`
  heddle/comment-subjects
  heddle/function-names
  heddle/no-literal-spread
  heddle/param-names
  heddle/question-names
`);

/** ESLint's recommended rules. */
export const recommended = errors(`
  for-direction
  no-async-promise-executor
  no-case-declarations
  no-compare-neg-zero
  no-cond-assign
  no-constant-binary-expression
  no-constant-condition
  no-debugger
  no-delete-var
  no-dupe-else-if
  no-duplicate-case
  no-empty
  no-empty-character-class
  no-empty-pattern
  no-empty-static-block
  no-ex-assign
  no-extra-boolean-cast
  no-fallthrough
  no-global-assign
  no-invalid-regexp
  no-irregular-whitespace
  no-loss-of-precision
  no-misleading-character-class
  no-nonoctal-decimal-escape
  no-prototype-builtins
  no-regex-spaces
  no-self-assign
  no-shadow-restricted-names
  no-sparse-arrays
  no-unassigned-vars
  no-unexpected-multiline
  no-unsafe-finally
  no-unsafe-optional-chaining
  no-unused-labels
  no-unused-private-class-members
  no-useless-assignment
  no-useless-backreference
  no-useless-catch
  no-useless-escape
  preserve-caught-error
  require-yield
  use-isnan
  valid-typeof
`);

/** Those of them that the compiler checks in TypeScript. */
export const untyped = errors(`
  constructor-super
  getter-return
  no-class-assign
  no-const-assign
  no-dupe-class-members
  no-dupe-keys
  no-func-assign
  no-import-assign
  no-new-native-nonconstructor
  no-obj-calls
  no-redeclare
  no-setter-return
  no-this-before-super
  no-undef
  no-unreachable
  no-unsafe-negation
  no-with
`);

/**
 * The strict and the stylistic rules of typescript-eslint, except for these:
 * - consistent-type-definitions, consistent-indexed-object-style: type aliases and interfaces are both fine where they read well.
 * - no-non-null-assertion: with noUncheckedIndexedAccess every index is a question; inside a bounded loop `!` settles it.
 * - unbound-method: interfaces here are plain objects of functions, which are passed around freely; a lost `this` throws at once.
 * - no-generated-empty-object-type: Kysely's own types begin with an empty selection.
 * - require-await: a handler is async because its type says so, whether or not it waits for anything today.
 * - no-unnecessary-type-parameters.
 */
export const typed = errors(`
  no-array-constructor
  no-unused-expressions
  no-useless-constructor
  no-empty-function
  no-var
  prefer-const
  prefer-rest-params
  prefer-spread
  typescript/await-thenable
  typescript/no-array-delete
  typescript/no-base-to-string
  typescript/no-deprecated
  typescript/no-duplicate-enum-values
  typescript/no-duplicate-type-constituents
  typescript/no-dynamic-delete
  typescript/no-empty-object-type
  typescript/no-explicit-any
  typescript/no-extra-non-null-assertion
  typescript/no-extraneous-class
  typescript/no-for-in-array
  typescript/no-implied-eval
  typescript/no-invalid-void-type
  typescript/no-meaningless-void-operator
  typescript/no-misused-new
  typescript/no-misused-promises
  typescript/no-mixed-enums
  typescript/no-namespace
  typescript/no-non-null-asserted-nullish-coalescing
  typescript/no-non-null-asserted-optional-chain
  typescript/no-redundant-type-constituents
  typescript/no-require-imports
  typescript/no-this-alias
  typescript/no-unnecessary-boolean-literal-compare
  typescript/no-unnecessary-condition
  typescript/no-unnecessary-template-expression
  typescript/no-unnecessary-type-arguments
  typescript/no-unnecessary-type-assertion
  typescript/no-unnecessary-type-constraint
  typescript/no-unnecessary-type-conversion
  typescript/no-unsafe-argument
  typescript/no-unsafe-assignment
  typescript/no-unsafe-call
  typescript/no-unsafe-declaration-merging
  typescript/no-unsafe-enum-assignment
  typescript/no-unsafe-enum-comparison
  typescript/no-unsafe-function-type
  typescript/no-unsafe-member-access
  typescript/no-unsafe-return
  typescript/no-unsafe-unary-minus
  typescript/no-useless-default-assignment
  typescript/no-wrapper-object-types
  typescript/only-throw-error
  typescript/prefer-as-const
  typescript/prefer-literal-enum-member
  typescript/prefer-namespace-keyword
  typescript/prefer-promise-reject-errors
  typescript/prefer-reduce-type-parameter
  typescript/prefer-return-this-type
  typescript/related-getter-setter-pairs
  typescript/triple-slash-reference
  typescript/unified-signatures
  typescript/use-unknown-in-catch-callback-variable
  typescript/adjacent-overload-signatures
  typescript/array-type
  typescript/ban-tslint-comment
  typescript/class-literal-property-style
  typescript/consistent-generic-constructors
  typescript/consistent-type-assertions
  typescript/dot-notation
  typescript/no-confusing-non-null-assertion
  typescript/no-inferrable-types
  typescript/non-nullable-type-assertion-style
  typescript/prefer-find
  typescript/prefer-for-of
  typescript/prefer-function-type
  typescript/prefer-includes
  typescript/prefer-optional-chain
  typescript/prefer-regexp-exec
  typescript/prefer-string-starts-ends-with
`);

function errors(names: string): Record<string, 'error'> {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, 'error']),
  );
}

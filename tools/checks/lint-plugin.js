/** Lint rules that oxlint does not bring. Plain JavaScript, since it is loaded by the linter itself. */

/** Refuses what matches a selector of the syntax tree; the options are pairs of `selector` and `message`. */
const noRestrictedSyntax = {
  meta: {
    type: 'problem',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        properties: { selector: { type: 'string' }, message: { type: 'string' } },
        required: ['selector', 'message'],
        additionalProperties: false,
      },
    },
  },
  create: (context) =>
    Object.fromEntries(
      context.options.map(({ selector, message }) => [selector, (node) => context.report({ node, message })]),
    ),
};

export default { meta: { name: 'heddle' }, rules: { 'no-restricted-syntax': noRestrictedSyntax } };

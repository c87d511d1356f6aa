/** What is wrong with a page of HTML by the standard, and where. */
import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:document'],
  rules: {
    // Written by templates: how tags are laid out is no fault of theirs.
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    'require-sri': ['error', { target: 'crossorigin' }],
  },
});

export async function htmlFaults(text: string): Promise<string[]> {
  const { results } = await validator.validateString(text);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}

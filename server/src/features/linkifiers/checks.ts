/** Validates linkifiers. */
import type { Linkifier, LinkifierParams } from '../../../../wire/linkifiers.ts';
import { apiError, fieldErrors, type ApiError } from '../../lib/errors.ts';
import { groupsIn, linkifierProblem } from '../../lib/markdown/links/linkifiers.ts';
import { expandUrlTemplate, parseUrlTemplate, templateNames } from '../../lib/markdown/links/url-template.ts';

type Values = Omit<Linkifier, 'id'>;

const longestText = 2000;
const mostAlternatives = 20;

/** The field of an error; `__all__` if two fields contradict each other. */
type Field = keyof Values | '__all__';
const fields = { pattern: 'pattern', template: 'url_template', both: '__all__' } as const;

function refuse(field: Field, error: ApiError): never {
  throw fieldErrors({ [field]: error });
}

/** @param before Values of omitted fields. @throws ApiError that names the field */
export function checkedLinkifier(given: LinkifierParams, before?: Values): Values {
  const values: Values = {
    pattern: given.pattern.trim(),
    url_template: given.url_template.trim(),
    example_input: getText(given.example_input, before?.example_input),
    reverse_template: getText(given.reverse_template, before?.reverse_template),
    alternative_url_templates:
      given.alternative_url_templates?.map((template) => template.trim()) ??
      before?.alternative_url_templates ??
      [],
  };
  checkBlanks(values);
  checkLengths(values);
  const problem = linkifierProblem({ pattern: values.pattern, urlTemplate: values.url_template });
  if (problem) refuse(fields[problem.of], apiError('linkifiers.invalid', { problem: problem.text }));
  for (const template of values.alternative_url_templates) checkAlternative(values, template);
  checkExample(values);
  return values;
}

const getText = (given: string | undefined, before: string | null = null): string | null =>
  given === undefined ? before : given.trim() || null;

function checkBlanks({ pattern, url_template }: Values): void {
  const blank = Object.entries({ pattern, url_template }).filter(([, text]) => text === '');
  if (blank.length > 0)
    throw fieldErrors(Object.fromEntries(blank.map(([field]) => [field, apiError('linkifiers.blank')])));
}

const textFields = ['pattern', 'url_template', 'example_input', 'reverse_template'] as const;

function checkLengths({ alternative_url_templates: alternatives, ...texts }: Values): void {
  for (const name of textFields)
    if ((texts[name]?.length ?? 0) > longestText)
      refuse(name, apiError('parameters.too-long', { name, limit: longestText }));
  if (alternatives.length > mostAlternatives || alternatives.some((one) => one.length > longestText))
    refuse('alternative_url_templates', apiError('linkifiers.alternatives-too-long'));
}

function checkAlternative({ pattern, url_template }: Values, template: string): void {
  const problem = linkifierProblem({ pattern, urlTemplate: template });
  if (problem && template !== url_template)
    refuse('alternative_url_templates', apiError('linkifiers.invalid', { problem: problem.text }));
}

/** The example must match as a whole, and the reverse template must reproduce it. */
function checkExample({ pattern, url_template, example_input, reverse_template }: Values): void {
  if (example_input === null) {
    if (reverse_template !== null) refuse('reverse_template', apiError('linkifiers.reverse-without-example'));
    return;
  }
  const groups = groupsIn({ pattern, urlTemplate: url_template }, example_input);
  if (!groups) refuse('example_input', apiError('linkifiers.example-mismatch'));
  if (reverse_template === null) return;
  const reverse = parseUrlTemplate(reverse_template);
  if (!reverse) refuse('reverse_template', apiError('linkifiers.invalid-reverse'));
  const unknown = templateNames(reverse).find((name) => !groups.has(name));
  if (unknown !== undefined)
    refuse('reverse_template', apiError('linkifiers.reverse-unknown-group', { group: unknown }));
  if (decoded(expandUrlTemplate(reverse, groups)) !== example_input)
    refuse('reverse_template', apiError('linkifiers.reverse-mismatch'));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

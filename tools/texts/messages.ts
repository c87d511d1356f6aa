/** What an ICU message names, and whether a translation of it is right. */
import { IntlMessageFormat } from 'intl-messageformat';

type Part = ReturnType<IntlMessageFormat['getAst']>[number];

/** The kinds of parts that our formatter knows, as the parser numbers them. */
const kind = { literal: 0, argument: 1, select: 5, plural: 6, pound: 7 } as const;
const known: readonly number[] = Object.values(kind);

const partType = ({ type }: Part): number => type;

/** The type of a message's parameter: a value, the number of a plural, or the options of a select. */
export type ParameterType = 'any' | 'count' | 'word';

/** @throws Error for what is no ICU message. */
export const parse = (text: string, locale: string): Part[] =>
  new IntlMessageFormat(text, locale, undefined, { ignoreTag: true }).getAst();

export function getParameters(parts: readonly Part[]): Map<string, ParameterType> {
  const found = new Map<string, ParameterType>();
  visit(parts, (part) => {
    if (partType(part) === kind.literal || partType(part) === kind.pound || !('value' in part)) return;
    const type = partType(part) === kind.plural ? 'count' : partType(part) === kind.select ? 'word' : 'any';
    if (type !== 'any' || !found.has(part.value)) found.set(part.value, type);
  });
  return found;
}

function visit(parts: readonly Part[], see: (part: Part) => void): void {
  for (const part of parts) {
    see(part);
    if ('options' in part) for (const { value } of Object.values(part.options)) visit(value, see);
  }
}

/**
 * What is wrong with a translation, in words for the translator.
 * @param mayLeaveOut whether it may leave out what the English text names
 */
export function findProblems(text: string, english: string, locale: string, mayLeaveOut = false): string[] {
  if (text.trim() === '') return ['is empty'];
  if (/(?<!')'[{}]/.test(text))
    return ["has an apostrophe before a brace, which quotes the brace: write ’ or two apostrophes ('')"];
  try {
    const [own, source] = [parse(text, locale), parse(english, 'en')];
    return [
      ...checkParts(own),
      ...checkNames(own, source, mayLeaveOut),
      ...checkPlurals(own, source, locale),
      ...checkEnds(text, english),
    ];
  } catch (error) {
    return [`is no ICU message: ${String(error)}`];
  }
}

function checkParts(parts: readonly Part[]): string[] {
  const problems: string[] = [];
  visit(parts, (part) => {
    if (!known.includes(partType(part)))
      problems.push('uses a number, date or time format, which is not supported');
    if (
      partType(part) === kind.plural &&
      'offset' in part &&
      (part.offset !== 0 || part.pluralType === 'ordinal')
    )
      problems.push('uses an offset or selectordinal, which is not supported');
  });
  return problems;
}

function checkNames(own: readonly Part[], source: readonly Part[], mayLeaveOut: boolean): string[] {
  const [mine, theirs] = [getParameters(own), getParameters(source)];
  const missing = mayLeaveOut ? [] : [...theirs.keys()].filter((name) => !mine.has(name));
  const unknown = [...mine.keys()].filter((name) => !theirs.has(name));
  return [
    ...missing.map((name) => `leaves out {${name}}`),
    ...unknown.map((name) => `names {${name}}, which the English text does not`),
    ...[...mine].flatMap(([name, type]) =>
      type === 'count' && theirs.get(name) !== 'count' ? [`counts by {${name}}, which may be no number`] : [],
    ),
  ];
}

/** Categories of round millions only; our counts are smaller, and `other` is read for them. */
const optional: Readonly<Record<string, readonly string[]>> = { es: ['many'], fr: ['many'], pt: ['many'] };

export function getCategories(locale: string): string[] {
  const spared = optional[locale.split('-')[0] ?? ''] ?? [];
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  return pluralCategories.filter((category) => !spared.includes(category));
}

function checkPlurals(own: readonly Part[], source: readonly Part[], locale: string): string[] {
  const allowed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories as readonly string[];
  const english = getPlurals(source);
  return getPlurals(own).flatMap(({ name, categories }) => {
    const unknown = categories.filter((category) => !allowed.includes(category));
    const missing = getCategories(locale).filter((category) => !categories.includes(category));
    const isOneForm = [...english.filter((each) => each.name === name), { categories }].every(
      (each) => each.categories.join() === 'other',
    );
    return [
      ...unknown.map((category) => `has the plural category ${category}, which ${locale} does not have`),
      ...(isOneForm ? [] : missing.map((category) => `lacks the plural category ${category}`)),
    ];
  });
}

type Plural = { name: string; categories: string[] };

/** Without `=0` and its like. */
function getPlurals(parts: readonly Part[]): Plural[] {
  const found: Plural[] = [];
  visit(parts, (part) => {
    if (partType(part) !== kind.plural || !('options' in part)) return;
    const categories = Object.keys(part.options).filter((arm) => !arm.startsWith('='));
    found.push({ name: part.value, categories });
  });
  return found;
}

/** Texts are put together with others: the spaces and line breaks at their ends count. */
function checkEnds(text: string, english: string): string[] {
  const ends = (each: string) => JSON.stringify([/^\s*/.exec(each)?.[0], /\s*$/.exec(each)?.[0]]);
  return ends(text) === ends(english) ? [] : ['begins or ends with other spaces than the English text'];
}

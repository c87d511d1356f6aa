/**
 * Liquid templates that convert JSON to messages. They are sandboxed: no files, only filters that run in linear time, and limits
 * on time, memory and output.
 */
import type { Liquid } from 'liquidjs';
import { isObject } from '../../lib/objects.ts';
import { md, ownMarkdown, type Markup } from './markup.ts';

export interface TemplateTexts {
  /** Template of the topic; '' leaves it to the integration. */
  topic: string;
  /** Template of the message in Markdown; nothing is posted without text. */
  content: string;
}

/** The message is shown to the bot's owner. */
export class TemplateFailure extends Error {
  override readonly name = 'TemplateFailure';
}

const templateLength = 10_000;
const renderMs = 50;
/** Characters and entries that a template may create in total. */
const memory = 200_000;
const longestOutput = 20_000;

/** Other filters read files, run regular expressions in more than linear time, or are of no use in text. */
const allowedFilters: ReadonlySet<string> = new Set(
  (
    'abs append at_least at_most capitalize ceil compact concat date default divided_by downcase first floor join json last ' +
    'map minus modulo newline_to_br plus prepend raw remove remove_first replace replace_first reverse round size slice sort ' +
    'sort_natural split sum times truncate truncatewords uniq upcase url_encode where'
  ).split(' '),
);
const refusedTags = ['include', 'render', 'layout', 'block'];

let engine: Promise<Liquid> | undefined;

async function load(): Promise<Liquid> {
  const { Liquid } = await import('liquidjs');
  const liquid = new Liquid({
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: templateLength,
    renderLimit: renderMs,
    memoryLimit: memory,
    timezoneOffset: 0,
    locale: 'en',
    outputEscape: (value: unknown) => md`${shown(value)}`.text,
  });
  for (const tag of refusedTags) Reflect.deleteProperty(liquid.tags, tag);
  for (const name of Object.keys(liquid.filters))
    if (!allowedFilters.has(name)) Reflect.deleteProperty(liquid.filters, name);
  liquid.registerFilter('strip', (value: unknown) => shown(value).trim());
  return liquid;
}

const shown = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return JSON.stringify(value);
};

/** @throws TemplateFailure for invalid Liquid, and for tags or filters that are not allowed */
export async function checkTemplate({ topic, content }: TemplateTexts): Promise<void> {
  const liquid = await (engine ??= load());
  for (const [name, text] of [
    ['topic', topic],
    ['content', content],
  ] as const)
    parse(liquid, name, text);
}

/**
 * @param payload Plain JSON with bounded texts and lists.
 * @throws TemplateFailure
 */
export async function renderTemplate(
  { topic, content }: TemplateTexts,
  payload: unknown,
): Promise<{ topic: string; content: Markup }> {
  const liquid = await (engine ??= load());
  const render = (name: string, text: string): string => {
    const output = attempt(name, () =>
      String(liquid.renderSync(parse(liquid, name, text), templateScope(payload))),
    );
    if (output.length > longestOutput)
      throw new TemplateFailure(`the ${name} has more than ${String(longestOutput)} characters`);
    return output.trim();
  };
  return { topic: render('topic', topic), content: ownMarkdown(render('content', content)) };
}

/** The fields of the payload by name, and the whole as `payload`, which may be a list. */
const templateScope = (payload: unknown): object =>
  isObject(payload) ? { ...payload, payload } : { payload };

const parse = (liquid: Liquid, name: string, text: string) =>
  attempt(name, () => {
    if (text.length > templateLength) throw new Error(`longer than ${String(templateLength)} characters`);
    return liquid.parse(text);
  });

function attempt<T>(name: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new TemplateFailure(`the template of the ${name} is not valid: ${reason.slice(0, 300)}`);
  }
}

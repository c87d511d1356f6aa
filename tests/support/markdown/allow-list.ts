/** Parses HTML as strictly as possible and reports what a message may not contain. */
const id = /^\d+$/;
const anyText = /^[^"<>]*$/;
/** On this server. */
const path = /^\/(?!\/)[^"<>]*$/;
const anyWord = (...values: string[]) => new RegExp(`^(?:${values.join('|')})$`);

const pygments =
  'k kc kd kn kp kr kt n na nb bp nc no nd ni ne nf fm py nl nn nx nt nv vc vg vi vm l ld s sa sb sc dl sd s2 se sh ' +
  'si sx sr s1 ss m mb mf mh mi il mo o ow p pm c ch cm cp cpf c1 cs g gd ge gr gh gi go gp gs gu ges gt w err';

/** Tags with their attributes. */
const allowed: Record<string, Record<string, RegExp>> = {
  p: {},
  br: {},
  hr: {},
  strong: {},
  em: {},
  del: {},
  code: {},
  pre: {},
  blockquote: {},
  ul: {},
  li: {},
  h1: {},
  h2: {},
  h3: {},
  h4: {},
  h5: {},
  h6: {},
  table: {},
  thead: {},
  tbody: {},
  tr: {},
  ol: { start: id },
  th: { style: anyWord('text-align: (?:left|center|right);') },
  td: { style: anyWord('text-align: (?:left|center|right);') },
  time: { datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/ },
  img: {
    alt: anyText,
    class: anyWord(
      'emoji',
      '(?:inline-image|image-loading-placeholder|inline-image image-loading-placeholder)',
    ),
    'data-animated': anyWord('true'),
    'data-original-content-type': /^image\/[\w.+-]+$/,
    'data-original-dimensions': /^\d+x\d+$/,
    'data-original-src': /^\/user_uploads\/[^"<>]*$/,
    'data-transcoded-image': /^[\w.-]+$/,
    src: path,
    title: anyText,
  },
  video: { 'data-video-original-url': /^https?:\/\/[^"<>]*$/, preload: anyWord('metadata'), src: path },
  audio: {
    controls: /^$/,
    preload: anyWord('metadata'),
    'data-original-url': /^https?:\/\/[^"<>]*$/,
    src: path,
    title: anyText,
  },
  a: {
    class: anyWord('stream', 'stream-topic', 'message-link'),
    'data-stream-id': id,
    'data-id': /^[\w-]{11}$/,
    href: /^(?:(?:https?|mailto|tel|sms|xmpp|matrix|ircs?|sip|geo|magnet|webcal|ftp|ssh|bitcoin|news):|\/|#)/i,
    rel: anyWord('noopener noreferrer'),
    title: anyText,
  },
  span: {
    class: anyWord(
      '(?:user-mention|user-mention channel-wildcard-mention|topic-mention|user-group-mention)(?: silent)?',
      'emoji emoji-[0-9a-f]+(?:-[0-9a-f]+)*',
      'katex|katex-display|tex-error',
      pygments.replaceAll(' ', '|'),
    ),
    'data-user-id': /^(?:\d+|\*)$/,
    'data-user-group-id': id,
    'aria-label': anyText,
    role: anyWord('img'),
    title: anyText,
  },
  div: {
    class: anyWord(
      'codehilite',
      'spoiler-block|spoiler-header|spoiler-content',
      'message_inline_image(?: message_inline_video)?|youtube-video message_inline_image',
    ),
    'data-code-language': anyText,
    'aria-hidden': anyWord('true'),
  },
};

const empty = new Set(['br', 'hr', 'img']);
const piece = /<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z][a-zA-Z0-9-]*(?:="[^"<>]*")?)*)(\/?)>|[^<>]+|[^]/g;
const attribute = / ([a-zA-Z][a-zA-Z0-9-]*)(?:="([^"]*)")?/g;
const badEntity = /&(?!(?:amp|lt|gt|quot);)/;

/** Formulas are set much deeper than text may be nested. */
const maxDepth = 50;
const maxDepthInMath = 150;

interface ReadState {
  open: string[];
  /** How many elements were open when a formula began. */
  mathFrom: number;
  problem?: string;
  /** What is left when everything is taken away that is not allowed. */
  kept: string;
}

function readTag(reading: ReadState, tag: string, given: string, closesItself: boolean): string | undefined {
  const inMath = reading.mathFrom > 0;
  const table = inMath ? allowedInMath : allowed;
  if (!Object.hasOwn(table, tag)) return `<${tag}>`;
  let kept = '';
  let problem: string | undefined;
  for (const [text, name = '', value = ''] of given.matchAll(attribute)) {
    if (table[tag]?.[name]?.test(value) === true) kept += text;
    else problem ??= `<${tag}${text}>`;
  }
  if (closesItself && !inMath) problem ??= `<${tag}/>`;
  reading.kept += `<${tag}${kept}${closesItself ? '/' : ''}>`;
  if (!closesItself && !empty.has(tag)) reading.open.push(tag);
  if (!inMath && given === ' class="katex"') reading.mathFrom = reading.open.length;
  if (reading.open.length > (inMath ? maxDepthInMath : maxDepth)) problem ??= 'nested too deep';
  return problem;
}

function readEnd(reading: ReadState, tag: string): string | undefined {
  if (reading.open.at(-1) !== tag) return `</${tag}> closes something else`;
  if (reading.open.length === reading.mathFrom) reading.mathFrom = 0;
  reading.open.pop();
  reading.kept += `</${tag}>`;
  return undefined;
}

function readText(reading: ReadState, text: string): string | undefined {
  if (text === '<' || text === '>') return `a bare ${text}`;
  reading.kept += text.replace(new RegExp(badEntity, 'g'), '&amp;');
  return undefined;
}

function read(html: string): ReadState {
  const reading: ReadState = { open: [], mathFrom: 0, kept: '' };
  const note = (problem: string | undefined) => {
    if (problem !== undefined) reading.problem ??= problem;
  };
  for (const [text, slash, tag, attributes = '', end] of html.matchAll(piece)) {
    if (badEntity.test(text)) note(`entity in ${text.slice(0, 80)}`);
    if (tag === undefined) note(readText(reading, text));
    else if (slash === '/') note(readEnd(reading, tag));
    else note(readTag(reading, tag, attributes, end === '/'));
  }
  if (reading.open.length > 0) note(`<${reading.open.join('><')}> stays open`);
  return reading;
}

/** The first thing that is not allowed or not well formed, or undefined. */
export function problemIn(html: string): string | undefined {
  return read(html).problem;
}

/** What is left of HTML when a sanitizer with this list has been over it. */
export function sanitized(html: string): string {
  const { kept, open } = read(html);
  return (
    kept +
    open
      .reverse()
      .map((tag) => `</${tag}>`)
      .join('')
  );
}

// What the elements of a set formula may hold.

const anything = /^[^"<>]*$/;
const size = /^[-+]?[\d.]+(?:em|ex|px|pt|width)?$/;
const styles =
  /^(?:(?:(?:min-)?(?:height|width)|vertical-align|top|left|bottom|(?:margin|padding)(?:-(?:left|right|top|bottom))?|border(?:-[a-z]+){0,2}|position|text-shadow|color|background-color): ?(?:[-#\w. ]+|calc\(100% - [\d.]+em\))(?:;|$))+$/;

const sized = { width: /./, height: size, style: styles };

/** Tags with their attributes. */
const allowedInMath: Record<string, Record<string, RegExp>> = {
  span: { class: /^[a-zA-Z][\w-]*(?: [a-zA-Z][\w-]*)*$/, style: styles, 'aria-hidden': /^true$/ },
  svg: { ...sized, viewBox: /^[-\d. ]+$/, preserveAspectRatio: /^x\w+( slice)?$|^none$/, xmlns: /svg$/ },
  path: { d: /^[-\w., \n]*$/ },
  line: { x1: /./, x2: /./, y1: /./, y2: /./, 'stroke-width': size },
  math: { xmlns: /^http:\/\/www\.w3\.org\/1998\/Math\/MathML$/, display: /^block$/ },
  annotation: { encoding: /^application\/x-tex$/ },
  mo: {
    fence: /e$/,
    largeop: /e$/,
    separator: /e$/,
    stretchy: /e$/,
    mathvariant: /^[a-z-]+$/,
    lspace: size,
    rspace: size,
    minsize: size,
    maxsize: size,
  },
  mi: { mathvariant: /^[a-z-]+$/, stretchy: /e$/, lspace: size, rspace: size },
  mn: { mathvariant: /^[a-z-]+$/ },
  mtext: { mathvariant: /^[a-z-]+$/ },
  mspace: { width: size, height: size, linebreak: /^newline$/, mathbackground: /^black$/ },
  mover: { accent: /^true$/ },
  munder: { accentunder: /^true$/ },
  mpadded: {
    class: /^vcenter$/,
    ...sized,
    depth: size,
    lspace: size,
    voffset: size,
    mathbackground: anything,
  },
  mstyle: { displaystyle: /e$/, mathsize: size, style: styles, scriptlevel: /^\d$/, mathcolor: /^#?\w+$/ },
  menclose: { notation: /^[a-z ]+$/ },
  mfrac: { linethickness: size },
  mtable: {
    columnalign: /^[a-z ]+$/,
    columnlines: /^[a-z ]+$/,
    rowlines: /^[a-z ]+$/,
    width: /^100%$/,
    columnspacing: /^[\w. ]*$/,
    rowspacing: size,
  },
  mtd: { class: /^(?:mtr-glue|mml-eqn-num)$/, width: /^50%$/ },
};
for (const tag of 'semantics mrow msub msup msubsup munderover mphantom msqrt mroot mtr mlabeledtr'.split(
  ' ',
))
  allowedInMath[tag] = {};

/** For tests: what the elements of a set formula may hold. */

const anything = /^[^"<>]*$/;
const size = /^[-+]?[\d.]+(?:em|ex|px|pt|width)?$/;
const styles =
  /^(?:(?:(?:min-)?(?:height|width)|vertical-align|top|left|bottom|(?:margin|padding)(?:-(?:left|right|top|bottom))?|border(?:-[a-z]+){0,2}|position|text-shadow|color|background-color): ?(?:[-#\w. ]+|calc\(100% - [\d.]+em\))(?:;|$))+$/;

const sized = { width: /./, height: size, style: styles };

/** Tags with their attributes. */
export const allowedInMath: Record<string, Record<string, RegExp>> = {
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

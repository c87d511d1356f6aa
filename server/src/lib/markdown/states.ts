/** What the parser carries along while it reads: with limits, and with tokens that are cheap to make. */
import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { flanking } from './rules/emphasis.ts';
import { limits, getScope, TooComplex, type Scope } from './scope.ts';

type Nesting = -1 | 0 | 1;

/** The parser's own tokens define each field by a call of a helper, in a fifth of the time that a message takes. */
class LightToken {
  type: string;
  tag: string;
  nesting: Nesting;
  level: number;
  block: boolean;
  attrs = null;
  map = null;
  children = null;
  content = '';
  markup = '';
  info = '';
  meta = null;
  hidden = false;

  constructor(type: string, tag: string, nesting: Nesting, place: { level: number; block: boolean }) {
    this.type = type;
    this.tag = tag;
    this.nesting = nesting;
    this.level = place.level;
    this.block = place.block;
  }
}

export function spend(scope: Scope, cost = 1): void {
  scope.tokensLeft -= cost;
  if (scope.tokensLeft < 0) throw new TooComplex('too much work');
}

/** As the parser does it: what delimiters stand inside an element is kept apart from those around it. */
function pushInline(state: StateInline, token: Token): void {
  const { nesting } = token;
  if (nesting < 0) state.delimiters = state._prev_delimiters.pop() ?? [];
  state.tokens.push(token);
  if (nesting > 0) {
    state._prev_delimiters.push(state.delimiters);
    state.delimiters = [];
    state.tokens_meta.push({ delimiters: state.delimiters });
  } else {
    state.tokens_meta.push(undefined);
  }
  state.pendingLevel = state.level;
}

/** Counts every token, so that time and output stay bounded, and changes what counts as a word's edge. */
export function limitStates(md: MarkdownIt, OriginalToken: typeof Token): void {
  Object.setPrototypeOf(LightToken.prototype, OriginalToken.prototype);
  /** Levels count the elements around a token, its own not among them. */
  const nextLevel = (state: { level: number }, nesting: Nesting): number => {
    if (nesting < 0) state.level--;
    const level = state.level;
    if (nesting > 0) state.level++;
    return level;
  };
  md.block.State = class extends md.block.State {
    override push(type: string, tag: string, nesting: Nesting): Token {
      if (this.level > limits.depth) throw new TooComplex('nested too deep');
      spend(getScope(this));
      const level = nextLevel(this, nesting);
      const token = new LightToken(type, tag, nesting, { level, block: true }) as unknown as Token;
      this.tokens.push(token);
      return token;
    }
  };
  md.inline.State = class extends md.inline.State {
    override push(type: string, tag: string, nesting: Nesting): Token {
      spend(getScope(this));
      if (this.pending !== '') this.pushPending();
      const level = nextLevel(this, nesting);
      const token = new LightToken(type, tag, nesting, { level, block: false }) as unknown as Token;
      pushInline(this, token);
      return token;
    }
    override pushPending(): Token {
      const level = this.pendingLevel;
      const token = new LightToken('text', '', 0, { level, block: false }) as unknown as Token;
      token.content = this.pending;
      this.tokens.push(token);
      this.pending = '';
      return token;
    }
    override scanDelims(start: number) {
      return flanking(this, start);
    }
  };
}

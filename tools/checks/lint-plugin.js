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

/** Refuses a `@param` of a parameter that there is not, as after it was renamed. What is destructured may be called anything. */
const paramNames = {
  meta: { type: 'problem', schema: [] },
  create: ({ sourceCode, report }) => ({
    Program() {
      for (const comment of sourceCode.getAllComments()) {
        if (comment.type !== 'Block' || !comment.value.includes('@param')) continue;
        const parameters = firstParentheses(sourceCode.text.slice(comment.range[1]));
        if (/(?:^|[(,])\s*[{[]/.test(parameters)) continue;
        for (const [, name] of comment.value.matchAll(/@param ([\w$]+)/g))
          if (!parameters.match(/[\w$]+/g)?.includes(name))
            report({ loc: comment.loc, message: `There is no parameter "${name}".` });
      }
    },
  }),
};

/** Refuses a comment that begins with "Of" or "For": such a fragment has no subject, which its reader has to guess from the code. */
const commentSubjects = {
  meta: { type: 'suggestion', schema: [] },
  create: ({ sourceCode, report }) => ({
    Program() {
      for (const comment of sourceCode.getAllComments())
        if (/^[*\s]*(?:Of|For) (?!example)/.test(comment.value))
          report({ loc: comment.loc, message: 'Begin with a subject or a verb.' });
    },
  }),
};

/** What is between the first pair of parentheses of the code; comments may come before it. */
function firstParentheses(code) {
  const text = code.replace(/^(?:\s*\/\/.*)+/, '');
  const open = text.indexOf('(');
  let depth = 0;
  for (let at = open; at >= 0 && at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return text.slice(open + 1, at);
  }
  return '';
}

/** Setters of a flag, changes of a property, assertions, and functions that we do not declare. */
const takesBoolean =
  /^(?:set[A-Z]?\w*|\w+(?:Changed|Updated)|equal|(?:add|remove)EventListener|getLines|getLogoutResponseUrlAsync|rule)$/;

/** Refuses `true` and `false` among several arguments, where nothing says what they mean: a field of an object has a name. */
const noBooleanArgument = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    const check = ({ callee, arguments: given }) => {
      const name = callee.property?.name ?? callee.name ?? '';
      if (given.length < 2 || takesBoolean.test(name)) return;
      for (const node of given)
        if (typeof node.value === 'boolean')
          context.report({ node, message: `Pass an object with a named field instead of ${node.value}.` });
    };
    return { CallExpression: check, NewExpression: check };
  },
};

const isFunction = (node) => /^(?:Arrow)?Function(?:Expression)?$|^TSFunctionType$/.test(node?.type ?? '');

/**
 * Refuses functions and constants named `somethingOf`: a function is a verb and an object (`findOwner`), or the noun that it
 * returns (`ownerUrl`), and a map is named by its values and keys (`rolesByName`). Fields of data are named as others name them.
 */
const functionNames = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    const check = (node) => {
      const { type, name = '' } = node ?? {};
      if ((type === 'Identifier' || type === 'PrivateIdentifier') && /^[a-z]\w*Of$/.test(name))
        context.report({ node, message: `Name "${name}" with a verb and an object, or as what it returns.` });
    };
    const checkKey = ({ key }) => check(key);
    const checkParameters = ({ params }) => {
      for (const parameter of params)
        if (isFunction(parameter.typeAnnotation?.typeAnnotation)) check(parameter);
    };
    const checkFunction = (node) => {
      check(node.id);
      checkParameters(node);
    };
    return {
      ...{
        ArrowFunctionExpression: checkFunction,
        FunctionDeclaration: checkFunction,
        FunctionExpression: checkFunction,
      },
      ...{ MethodDefinition: checkKey, PropertyDefinition: checkKey, TSMethodSignature: checkKey },
      Property: ({ key, value }) => isFunction(value) && check(key),
      VariableDeclarator: ({ id }) => check(id),
    };
  },
};

const isQuestion = (name) => /^(?:get|find|is|has)[A-Z]/.test(name);
/** Methods that write to the database, emit events or send, and functions that are named as doing so. */
const writing =
  /^(?:write|insertInto|updateTable|deleteFrom|emit|enqueue)$|^(?:create(?!Hash|Hmac|PublicKey|RemoteJWKSet|TextNode|Element|Server|Interface|Live)|insert|update|delete|remove|store|save|emit|send|enqueue|grant|revoke|deactivate)[A-Z]/;

/** Refuses a function that writes and is named as a question, which readers who look for writes would pass over. */
const questionNames = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    const names = [];
    const enter = (node) => names.push(getFunctionName(node));
    const leave = () => names.pop();
    return {
      ArrowFunctionExpression: enter,
      'ArrowFunctionExpression:exit': leave,
      FunctionDeclaration: enter,
      'FunctionDeclaration:exit': leave,
      FunctionExpression: enter,
      'FunctionExpression:exit': leave,
      CallExpression({ callee }) {
        const name = names.findLast((each) => each !== undefined);
        if (name === undefined || !isQuestion(name)) return;
        if (writing.test(callee.property?.name ?? callee.name ?? ''))
          context.report({ node: callee, message: `"${name}" writes: name it with what it does.` });
      },
      VariableDeclarator({ id, init }) {
        if (/^(?:get|find)[A-Z]/.test(id.name ?? '') && isValue(init))
          context.report({ node: id, message: `"${id.name}" is no function: name it without a verb.` });
      },
    };
  },
};

function getFunctionName({ id, parent }) {
  const named = id ?? (parent?.type === 'VariableDeclarator' ? parent.id : parent?.key);
  return named?.name;
}

function isValue(init) {
  return /^(?:Object|Array|New)Expression$|Literal$/.test(init?.type ?? '');
}

/** Refuses `...{ a: 1 }` in an object and `...[1]` in a list, which say the same as their contents. */
const noLiteralSpread = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    const check = (items, literal) => {
      for (const item of items)
        if (item?.type === 'SpreadElement' && item.argument.type === literal)
          context.report({ node: item, message: 'Write what is spread by itself.' });
    };
    return {
      ObjectExpression: ({ properties }) => check(properties, 'ObjectExpression'),
      ArrayExpression: ({ elements }) => check(elements, 'ArrayExpression'),
      CallExpression: (call) => check(call.arguments, 'ArrayExpression'),
      NewExpression: (call) => check(call.arguments, 'ArrayExpression'),
    };
  },
};

/** What of these modules, and which packages, connect to other servers, or look up their addresses. */
const networkModules = /^(?:node:)?(?:https?|http2|net|tls|dgram|dns|dns\/promises)$/;
const networkPackages =
  /^(?:@aws-sdk\/.*|@nats-io\/.*|imapflow|ldapts|nodemailer|undici|ws|node-fetch|axios)$/;
const connecting =
  /^(?:connect|createConnection|createSocket|request|get|Agent|Socket|TLSSocket|lookup|resolve.*|Resolver|default)$/;

/** Refuses connections beside the guarded ones. */
const guardedConnections = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const report = (node) =>
      context.report({
        node,
        message:
          'Ask other servers by server/src/lib/net/guarded-fetch.ts, which checks where their names lead.',
      });
    return {
      ImportDeclaration(node) {
        if (node.importKind === 'type') return;
        const isModule = networkModules.test(node.source.value);
        const values = node.specifiers.filter(({ importKind }) => importKind !== 'type');
        if (networkPackages.test(node.source.value) && values.length > 0) report(node);
        for (const { type, imported } of isModule ? values : [])
          if (type !== 'ImportSpecifier' || connecting.test(imported.name)) report(node);
      },
      ImportExpression(node) {
        const name = String(node.source.value);
        if (networkModules.test(name) || networkPackages.test(name)) report(node);
      },
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'fetch') report(node);
      },
      NewExpression(node) {
        if (/^(?:WebSocket|EventSource|XMLHttpRequest)$/.test(node.callee.name ?? '')) report(node);
      },
    };
  },
};

export default {
  meta: { name: 'heddle' },
  rules: {
    'comment-subjects': commentSubjects,
    'function-names': functionNames,
    'guarded-connections': guardedConnections,
    'no-boolean-argument': noBooleanArgument,
    'no-literal-spread': noLiteralSpread,
    'no-restricted-syntax': noRestrictedSyntax,
    'param-names': paramNames,
    'question-names': questionNames,
  },
};

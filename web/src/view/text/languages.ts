/** Names after a code fence: languages with syntax highlighting, and blocks of other kinds. */
export const languages = [
  ...['quote', 'spoiler', 'math', 'text'],
  ...['bash', 'c', 'clojure', 'cpp', 'csharp', 'css', 'dart', 'diff', 'docker', 'elixir', 'elm', 'erlang'],
  ...['fsharp', 'go', 'graphql', 'groovy', 'haskell', 'html', 'ini', 'java', 'javascript', 'json', 'julia'],
  ...['kotlin', 'latex', 'lua', 'make', 'markdown', 'matlab', 'nginx', 'nix', 'objective-c', 'ocaml', 'perl'],
  ...['php', 'powershell', 'prolog', 'protobuf', 'python', 'r', 'ruby', 'rust', 'scala', 'scheme', 'scss'],
  ...['shell', 'sql', 'swift', 'toml', 'tsx', 'typescript', 'vim', 'xml', 'yaml', 'zig'],
] as const;

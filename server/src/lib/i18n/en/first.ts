/** What a new organization starts with. Messages are Markdown. */
export const first = {
  'first.channel': 'general',
  'first.description': 'For everyone: news, questions, and whatever has no channel of its own yet.',

  'first.owner':
    'Welcome to **{name}**. Your organization starts with the channel #**{channel}**; the topic #**{channel}>{welcome}** is a good place to begin.',

  'first.welcome': 'welcome',
  'first.welcome.text':
    'Welcome to **{name}**. This is #**{channel}**, the channel everyone joins first.\n\nThe topics in it show how things work, each in a minute. Read them in any order, reply to try things out, and delete them when you no longer need them.',

  'first.topics': 'how topics work',
  'first.topics.text':
    'Every message has a topic, much like the subject of an email. Replies stay in their topic, so you can read one conversation at a time, skip the ones that don’t concern you, and find them again a year later.',
  'first.topics.try':
    'Try it: write a reply right here. To start something new, choose **New topic** and give it a name of two or three words. Topics can be renamed, moved to another channel, and marked as resolved.',

  'first.formatting': 'formatting messages',
  'first.formatting.text':
    'Messages are written in Markdown, and the buttons around the text field know it by heart. This:\n\n```text\n**bold**, *italic*, ~~struck through~~, `code`\n* an item of a list\n> a quote\n```\n\nbecomes this:\n\n**bold**, *italic*, ~~struck through~~, `code`\n* an item of a list\n\n> a quote',
  'first.formatting.code':
    'Type `@` to mention someone, `#` to link to a channel or topic, and `:` for emoji. Code keeps its colors when you name the language after three backticks:\n\n```python\ndef greet(name):\n    return "Hello, " + name\n```',

  'first.keys': 'keyboard shortcuts',
  'first.keys.text':
    'In the browser, most things are one key away:\n\n* `n` goes to the next unread topic\n* `r` replies, `c` starts a new topic, `x` a direct message\n* `/` searches, `Ctrl` + `K` jumps to any channel, topic, or person\n* `?` shows all shortcuts',

  'first.inviting': 'inviting people',
  'first.inviting.text':
    'Choose **Invite people** in your inbox or in the menu at the top right. Send invitations by email, or create a link to share, and pick the channels new people start in.\n\nThey can read earlier messages in public channels, so nobody has to explain things twice.',

  'first.apps': 'connecting apps',
  'first.apps.text':
    'Any app compatible with the Zulip API works here, on phones and in the terminal. Enter the address you see in your browser, then sign in with your email address and password.',
  'first.apps.bots':
    'Bots and scripts use an API key. Create bots under **Settings › Your bots**; your own key is under **Settings › Account and sign-in**.',
} as const;

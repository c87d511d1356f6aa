/** Errors of topic summaries and transcripts. */
import { error } from './entry.ts';

export const aiErrors = {
  'ai.disabled': error('AI features are not enabled on this server.'),
  'ai.not-permitted': error('Insufficient permission'),
  'ai.limit-reached': error('Reached the daily limit for AI features.'),
  'ai.busy': error('Another AI request is running. Try again in a moment.', { code: 'RATE_LIMIT_HIT' }),
  'ai.topics-only': error('Only topics of channels can be summarized.'),
  'ai.private-channel': error(
    'Messages of private channels are not sent to the language model of this server.',
  ),
  'ai.nothing-to-summarize': error('There are no messages to summarize.'),
  'ai.channels-only': error('Only files in channels can be transcribed.'),
  'ai.no-such-audio': error('No such audio file in this message.', { code: 'NOT_FOUND' }),
  'ai.audio-too-large': error('Audio files above {most} MiB are not transcribed.'),
  'ai.failed': error('The language model did not respond. Try again later.', { status: 502 }),
};

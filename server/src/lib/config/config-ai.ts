/** Settings of the models for topic summaries and transcripts. Without an address, no data is sent to any model. */
import { Type } from '../../../../wire/core.ts';

const limit = (fallback: number, description: string) =>
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: fallback,
    value: 'number',
    expects: 'a whole number from 0 to 1000000',
    description,
  });

export const aiSettings = {
  aiUrl: Type.Optional(
    Type.String({
      pattern: '^https?://[^ ?#@]+$',
      value: 'url',
      expects: 'an http:// or https:// URL without a query, such as http://127.0.0.1:11434/v1',
      description: 'Base URL of an OpenAI-compatible API for topic summaries; there are none without it',
    }),
  ),
  aiModel: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      value: 'name',
      expects: 'the name of a model',
      description: 'Model to use at --ai-url',
    }),
  ),
  aiApiKey: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'key',
      expects: 'an API key',
      description: 'API key for --ai-url',
      isSecret: true,
    }),
  ),
  transcriptUrl: Type.Optional(
    Type.String({
      pattern: '^https?://[^ ?#@]+$',
      value: 'url',
      expects: 'an http:// or https:// URL without a query, such as http://127.0.0.1:8000/v1',
      description:
        'Base URL of an OpenAI-compatible API for transcripts of audio files; there are none without it',
    }),
  ),
  transcriptModel: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      value: 'name',
      expects: 'the name of a model',
      description: 'Model to use at --transcript-url',
    }),
  ),
  transcriptApiKey: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'key',
      expects: 'an API key',
      description: 'API key for --transcript-url',
      isSecret: true,
    }),
  ),
  aiPrivateChannels: Type.Enum(['on', 'off'], {
    default: 'off',
    value: 'on|off',
    expects: 'one of on, off',
    description: 'Whether messages of private channels may be sent to the models; direct messages never are',
  }),
  aiDailyLimit: limit(500, 'Summaries, suggestions and transcripts per organization per day'),
  aiDailyLimitPerPerson: limit(20, 'Summaries, suggestions and transcripts per person per day'),
};

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findIntegrations, webhookUrl } from './webhook-address.ts';

const apiKey = 'k'.repeat(32);

test('The address of a webhook names channel and topic', () => {
  assert.equal(
    webhookUrl('https://chat.example.com', 'github', { apiKey, channelId: 7, topic: ' builds & more ' }),
    `https://chat.example.com/api/v1/external/github?api_key=${apiKey}&stream=7&topic=builds+%26+more`,
  );
});

test('The address of a webhook without a channel has no topic either', () => {
  const address = { apiKey, channelId: undefined, topic: 'builds' };
  assert.equal(webhookUrl('', 'json', address), `/api/v1/external/json?api_key=${apiKey}`);
});

test('Integrations are found by both of their names', () => {
  const all = [
    { name: 'bitbucket3', display_name: 'Bitbucket Server' },
    { name: 'json', display_name: 'JSON' },
  ];
  assert.deepEqual(findIntegrations(all, ' server'), [all[0]]);
  assert.deepEqual(findIntegrations(all, 'bitbucket3'), [all[0]]);
  assert.deepEqual(findIntegrations(all, ''), all);
  assert.deepEqual(findIntegrations(all, 'nothing'), []);
});

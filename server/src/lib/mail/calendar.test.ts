import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeCalendar } from './calendar.ts';

const event = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');

test('An invitation says what, when, where and by whom, in the time zone of its reader', () => {
  const invitation = event(
    'SUMMARY:Looms\\, and',
    '  shuttles',
    'DTSTART;TZID=Europe/Berlin:20260706T100000',
    'DTEND;TZID=Europe/Berlin:20260706T110000',
    'LOCATION:Hall 2',
    'ORGANIZER;CN="Ben; Okafor":mailto:ben@example.com',
    'BEGIN:VALARM',
    'SUMMARY:Alarm',
    'END:VALARM',
  );
  assert.equal(
    describeCalendar(invitation),
    'Invitation: **Looms, and shuttles**\n* **When**: <time:2026-07-06T08:00:00Z> – <time:2026-07-06T09:00:00Z>\n' +
      '* **Where**: Hall 2\n* **By**: Ben; Okafor',
  );
});

test('A day, an unknown time zone and a reply are shown as they are', () => {
  assert.match(describeCalendar(event('SUMMARY:x', 'DTSTART;VALUE=DATE:20260706')), /When\*\*: 2026-07-06$/);
  const zone = event('DTSTART;TZID=W. Europe Standard Time:20260706T100000');
  assert.match(
    describeCalendar(zone),
    /\*\*\(no title\)\*\*\n.*2026-07-06 10:00 \(W\. Europe Standard Time\)$/,
  );
  const reply = event('SUMMARY:x', 'ATTENDEE;PARTSTAT=DECLINED;CN=Eve:mailto:e@x').replace(
    'REQUEST',
    'REPLY',
  );
  assert.equal(describeCalendar(reply), 'Reply to an invitation: **x**\n* **Answer**: Eve declined');
  assert.equal(describeCalendar('BEGIN:VCALENDAR'), '');
});

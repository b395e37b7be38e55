import { expect, test } from 'vitest';

import { Environment } from '../../config/environment.js';
import type { Participation } from '../invitation.entity.js';
import type { Study } from '../study.entity.js';
import { invitationWords, letterOf, reminderWords } from './letter-texts.js';

test('a study without a text or a place adds no empty paragraph to the invitation', () => {
  const study = { publicName: 'Building with blocks', place: '', letter: '' } as Study;
  const children = [{ firstName: 'Maya' }];
  const asked = { study, children, slots: [], expiresAt: new Date('2027-03-13T19:30:00Z') };

  const { paragraphs } = invitationWords(asked, new Environment({}));

  expect(paragraphs).not.toContain('');
});

test('the HTML part has a no-break space between a time and AM or PM, the text part a plain one', () => {
  const lab = new Environment({ LAB_TIME_ZONE: 'America/Los_Angeles' });
  const study = { publicName: 'Building with blocks', place: '' } as Study;
  const slot = {
    startsAt: new Date('2027-03-13T19:30:00Z'),
    endsAt: new Date('2027-03-13T20:15:00Z'),
  };
  const place = { child: { firstName: 'Maya' }, slot } as Participation;

  const { html, text } = letterOf(reminderWords(study, [place], lab), 'Alex', 'abc', lab);

  expect(html).toContain('on Saturday, March 13, 2027, 11:30\u00a0AM to 12:15\u00a0PM.');
  expect(text).toContain('on Saturday, March 13, 2027, 11:30 AM to 12:15 PM.');
});

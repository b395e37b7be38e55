import type { MailPreferences, MailPreferencesRequest } from '@kidlab/contract';
import { type ReactNode, useState } from 'react';

import { changePreferences, fetchPreferences } from '../api/invitation.js';
import { PAGES } from '../pages.js';
import { ActionButton } from '../ui/button.js';
import { PageHead, Questions } from '../ui/new-heading.js';
import { useSubmission } from '../ui/submission.js';
import { MailedLink, type MailedPage } from '../ui/mailed-link.js';
import { longDay } from './times.js';

/** In months. */
const PAUSES = [1, 3, 6];

/** The same day some months later, or the last day of a shorter month: `2027-02-28`. */
export function monthsFrom(today: Date, months: number): string {
  const date = today.getDate();
  const day = new Date(Date.UTC(today.getFullYear(), today.getMonth() + months, date));
  if (day.getUTCDate() !== date) day.setUTCDate(0);
  return day.toISOString().slice(0, 10);
}

function getsAll({ isSubscribed, pausedUntil }: MailPreferences): boolean {
  return isSubscribed && pausedUntil === null;
}

function headingOf({ isSubscribed, pausedUntil }: MailPreferences): string {
  if (!isSubscribed) return 'You will not get any more invitations';
  return pausedUntil === null
    ? 'You are signed up for invitations'
    : `Your invitations are paused until ${longDay(pausedUntil)}`;
}

/** Restores a state. A pause alone does not resubscribe. It ends within a year of the lab's date, maybe yesterday's. */
function requestsFor({ isSubscribed, pausedUntil }: MailPreferences): MailPreferencesRequest[] {
  if (!isSubscribed) return [{ unsubscribe: true }];
  if (pausedUntil === null) return [{ resume: true }];
  const longest = monthsFrom(new Date(Date.now() - 86_400_000), 12);
  return [{ resume: true }, { pauseUntil: pausedUntil < longest ? pausedUntil : longest }];
}

function Preferences(page: MailedPage<MailPreferences>): ReactNode {
  const { guid, view: now, onView, refusalOf } = page;
  const [before, setBefore] = useState<MailPreferences | null>(null);
  const submission = useSubmission(refusalOf);
  const change =
    (wanted: () => MailPreferencesRequest[], isUndo = false) =>
    async (): Promise<void> => {
      for (const each of wanted()) onView(await changePreferences(guid, each));
      setBefore(isUndo ? null : now);
    };
  const isOn = getsAll(now);
  return (
    <>
      <PageHead submission={submission}>{headingOf(now)}</PageHead>
      <p>
        {isOn
          ? 'We will email you when a test session is a good fit for one of your children.'
          : 'You will still get emails about a test session if your child has a seat or is on the waiting list.'}
      </p>
      {before !== null && (
        <p className="settling" key={headingOf(now)}>
          <ActionButton
            look="link"
            submission={submission}
            action={change(() => requestsFor(before), true)}
          >
            Undo
          </ActionButton>
        </p>
      )}
      {isOn && (
        <>
          <h2>Pause</h2>
          <div className="actions settling">
            {PAUSES.map((months) => (
              <ActionButton
                key={months}
                look="quiet"
                submission={submission}
                action={change(() => [{ pauseUntil: monthsFrom(new Date(), months) }])}
              >
                {months === 1 ? '1 month' : `${String(months)} months`}
              </ActionButton>
            ))}
          </div>
          <h2>Stop</h2>
        </>
      )}
      <div className="actions settling" key={String(isOn)}>
        {!isOn && (before === null || !getsAll(before)) && (
          <ActionButton submission={submission} action={change(() => [{ resume: true }])}>
            Invite us again
          </ActionButton>
        )}
        {now.isSubscribed && (
          <ActionButton
            look={isOn ? 'main' : 'quiet'}
            submission={submission}
            action={change(() => [{ unsubscribe: true }])}
          >
            Stop all invitations
          </ActionButton>
        )}
      </div>
      <Questions />
    </>
  );
}

/** A family pauses or stops mails about test sessions. Never asks why. */
export function PreferencesPage(): ReactNode {
  return (
    <MailedLink title={PAGES.mailPreferences.title} load={fetchPreferences} page={Preferences} />
  );
}

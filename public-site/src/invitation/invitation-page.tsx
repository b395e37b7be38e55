import type { InvitationView } from '@kidlab/contract';
import { type ReactNode, useState } from 'react';

import { fetchInvitation } from '../api/invitation.js';
import { PAGES } from '../pages.js';
import { hrefOf } from '../site/location.js';
import { AnswerForm } from './answer-form.js';
import { MailedLink, type MailedPage } from '../ui/mailed-link.js';
import { SavedAnswers } from './saved-answers.js';

/** Whether an open question can still be answered. */
function hasOpenQuestion({ children }: InvitationView): boolean {
  return children.some(({ state, slots }) => state === 'invited' && slots.length > 0);
}

function Invitation(page: MailedPage<InvitationView>): ReactNode {
  const { guid, view: read } = page;
  const [view, setView] = useState(read);
  const [isAnswering, setAnswering] = useState(hasOpenQuestion(read));
  const [saves, setSaves] = useState(0);
  const save = (saved: InvitationView): void => {
    setView(saved);
    setSaves(saves + 1);
    setAnswering(false);
  };
  const preferences = `${hrefOf(PAGES.mailPreferences.path)}?${new URLSearchParams({ guid }).toString()}`;
  return (
    <>
      {isAnswering ? (
        <AnswerForm
          {...page}
          view={view}
          onSaved={save}
          onKeep={hasOpenQuestion(view) ? null : () => setAnswering(false)}
        />
      ) : (
        <SavedAnswers
          // Remounted after each save, so that the heading gets the focus.
          key={saves}
          {...page}
          view={view}
          isSaved={saves > 0}
          onSaved={save}
          onSeen={setView}
          onChange={() => setAnswering(true)}
        />
      )}
      <p className="apart">
        <a className="lone-link" href={preferences}>
          Pause or stop invitations
        </a>
      </p>
    </>
  );
}

/** The link of an invitation: a parent answers for each child, and sees or changes the answers. */
export function InvitationPage(): ReactNode {
  return (
    <MailedLink title={PAGES.invitation.title} load={fetchInvitation}>
      {(page) => <Invitation {...page} />}
    </MailedLink>
  );
}

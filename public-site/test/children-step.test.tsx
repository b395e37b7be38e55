import { beforeEach, describe, expect, test } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import {
  BANNER_MESSAGES,
  CHILD_MESSAGES,
  CHOICES,
  DEFAULT_LANGUAGE,
  LIMITS,
  WORDS,
  YEARS,
} from '../../e2e/specification.js';
import { THIS_YEAR } from '../../e2e/support/people.js';
import { ChildrenStep } from '../src/registration/children/children-step.js';
import { listedChildren } from '../src/registration/state.js';
import { clearRegistration, registration } from '../src/registration/store.js';
import {
  DRAFT,
  enter,
  expectBanner,
  expectMessages,
  field,
  forgetEntry,
  keep,
  optionsOf,
  refused as refusal,
  savedChildren,
  serve,
  show,
  TOO_MANY,
} from './page.js';

const LABELS = {
  firstName: 'Child’s first name',
  gender: 'Gender',
  month: 'Month of birth',
  year: 'Year of birth',
  hand: 'Hand preference',
  homeLanguage: 'Language spoken at home',
} as const;
type Field = keyof typeof LABELS;

const MAYA: Readonly<Record<Field, string>> = {
  firstName: 'Maya',
  gender: 'Female',
  month: '03',
  year: String(THIS_YEAR - 4),
  hand: 'Left-handed',
  homeLanguage: 'English',
};

let user: UserEvent;
function open(...names: readonly string[]): void {
  keep({ ...DRAFT, children: savedChildren(...names) });
  user = show(<ChildrenStep />, 'children');
}

beforeEach(() => {
  keep(null);
  serve({});
});

const press = (name: string): Promise<void> => user.click(screen.getByRole('button', { name }));
const listed = (): (string | null)[] =>
  screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const fill = async (child: Readonly<Record<Field, string>>): Promise<void> => {
  for (const [name, label] of Object.entries(LABELS)) {
    await enter(user, field(label), child[name as Field]);
  }
};

describe('the child form', () => {
  test('has the specified options', () => {
    open();
    expect(optionsOf(LABELS.gender)).toEqual(CHOICES.gender);
    expect(optionsOf(LABELS.hand)).toEqual(CHOICES.hand);
    for (const language of [
      LABELS.homeLanguage,
      'Additional language 1 (optional)',
      'Additional language 2 (optional)',
    ]) {
      expect(optionsOf(language)).toEqual(CHOICES.language);
    }
    const { first, last } = YEARS.child;
    expect(optionsOf(LABELS.year).map(Number)).toEqual(
      Array.from({ length: first - last + 1 }, (_, index) => first - index),
    );
    const months = [...field(LABELS.month).querySelectorAll('option')].slice(1);
    expect(months.map(({ value }) => value).join(' ')).toBe('01 02 03 04 05 06 07 08 09 10 11 12');
  });

  test('each field shows its own message', async () => {
    open();
    await fill(MAYA);
    await expectMessages(user, CHILD_MESSAGES, (name) => field(LABELS[name]), 'Save child');
  });

  test('all errors are shown at once, and each clears when its field is corrected', async () => {
    open();
    await enter(user, field(LABELS.homeLanguage), '');
    await press('Save child');
    const empty = CHILD_MESSAGES.filter(({ value }) => value === '');
    expect(empty).toHaveLength(6);
    await expectBanner(...empty.map(({ message }) => message));
    for (const [name, label] of Object.entries(LABELS)) {
      await enter(user, field(label), MAYA[name as Field]);
      expect(field(label).hasAttribute('aria-invalid')).toBe(false);
    }
    expect(screen.queryByText('Oops!')).toBeNull();
    expect(document.title).toMatch(/^Child Information/);
    await press('Save child');
    expect(listed()).toEqual(['Maya']);
  });

  test('a duplicate language is refused at its field', async () => {
    open();
    await fill(MAYA);
    const language = field('Additional language 1 (optional)');
    await enter(user, language, 'English');
    await press('Save child');
    await expectBanner('This language is already chosen. Please choose another one, or “None”.');
    expect(language.getAttribute('aria-invalid')).toBe('true');
    await enter(user, language, 'Spanish');
    expect(screen.queryByText('Oops!')).toBeNull();
  });

  test('the link to an error in the collapsed part expands it', async () => {
    open();
    await fill(MAYA);
    const language = field('Additional language 2 (optional)');
    await enter(user, language, 'English');
    await press('Save child');
    const link = await screen.findByRole('link', { name: /^This language is already chosen/ });
    const fold = language.closest('details');
    fold?.removeAttribute('open');
    await user.click(link);
    expect(fold?.open).toBe(true);
  });

  test('a month of birth in the future is refused', async () => {
    open();
    await fill({ ...MAYA, year: String(THIS_YEAR), month: '07' });
    await press('Save child');
    await expectBanner('Your child’s month of birth can’t be in the future');
    await enter(user, field(LABELS.month), '06');
    await press('Save child');
    expect(listed()).toEqual(['Maya']);
    expect(screen.getByText(`June ${String(THIS_YEAR)} ·`)).toBeTruthy();
  });
});

describe('the list', () => {
  test('without children, the empty form is open', () => {
    open();
    expect(screen.getByRole('heading', { name: 'Add a child' })).toBeTruthy();
    expect(field(LABELS.firstName).value).toBe('');
    expect(field(LABELS.homeLanguage).value).toBe(DEFAULT_LANGUAGE);
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  test('has the specified wording', async () => {
    open();
    await press(WORDS.cancel);
    screen.getByRole('button', { name: WORDS.addChild });
    await press(WORDS.addChild);
    await fill(MAYA);
    await press('Save child');
    for (const words of [WORDS.edit, WORDS.delete, WORDS.addAnotherChild, WORDS.continue]) {
      screen.getByText(words);
    }
  });

  test('a visible message says that a child was changed', async () => {
    open('Maya');
    await press('Edit Maya');
    await enter(user, field(LABELS.firstName), 'Maja');
    await enter(user, field(LABELS.hand), 'Ambidextrous');
    await press('Save child');
    expect(listed()).toEqual(['Maja']);
    screen.getByText('Ambidextrous ·');
    expect(screen.getByRole('status').textContent).toBe('Maja was updated.');
  });

  test('a visible message says that a child was added, once even after a double click', async () => {
    open();
    await fill(MAYA);
    await user.dblClick(screen.getByRole('button', { name: 'Save child' }));
    expect(listed()).toEqual(['Maya']);
    expect(screen.getByRole('status').textContent).toBe('Maya was added.');
    expect(screen.getByRole('status').className).toBe('news');
  });

  test('canceling the form returns to the list and changes nothing', async () => {
    open('Maya');
    await press('Edit Maya');
    await enter(user, field(LABELS.firstName), 'Somebody else');
    await press('Cancel');
    expect(listed()).toEqual(['Maya']);
    await waitFor(() => {
      expect(window.history.state).toBeNull();
    });
    await press('+ Add another child');
    expect(field(LABELS.firstName).value).toBe('');
    await press('Cancel');
    expect(listed()).toEqual(['Maya']);
  });

  test('Undo is offered until the next action', async () => {
    open('Maya', 'Leo', 'Ana');
    await press('Delete Leo');
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
    await press('Edit Ana');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('with five children there is no add button, and the page says why', () => {
    open('Maya', 'Leo', 'Ana', 'Tom', 'Zoë');
    expect(listed()).toHaveLength(LIMITS.children);
    expect(screen.queryByRole('button', { name: /^\+ Add/ })).toBeNull();
    expect(screen.getByText(/You have added 5 children/)).toBeTruthy();
  });

  test('after one of five children is deleted, another can be added', async () => {
    open('Maya', 'Leo', 'Ana', 'Tom', 'Zoë');
    await press('Delete Tom');
    await press('+ Add another child');
    await fill({ ...MAYA, firstName: 'Max' });
    await press('Save child');
    expect(listed()).toEqual(['Maya', 'Leo', 'Ana', 'Zoë', 'Max']);
    expect(screen.queryByRole('button', { name: /^\+ Add/ })).toBeNull();
  });

  test('Cancel asks first, and "keep going" keeps everything', async () => {
    open('Maya');
    await press('Cancel registration');
    const dialog = screen.getByRole('dialog', { name: 'Do you want to cancel your registration?' });
    await user.click(within(dialog).getByRole('button', { name: 'No, keep going' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(listed()).toEqual(['Maya']);
    expect(document.activeElement?.textContent).toBe('Cancel registration');
  });

  test('a message says that a child was removed; Undo puts it back in its place', async () => {
    open('Maya', 'Leo');
    await press('Delete Maya');
    expect(listed()).toEqual(['Leo']);
    expect(screen.getByRole('status').textContent).toBe('Maya was removed. Undo');
    await press('Undo');
    expect(listed()).toEqual(['Maya', 'Leo']);
    expect(document.activeElement?.textContent).toBe('Your children');
    expect(screen.getByRole('status').textContent).toBe('Maya is back.');
  });

  test('deleting the last child opens the form again, even after it was closed', async () => {
    open();
    await press('Cancel');
    await press('+ Add child');
    await fill(MAYA);
    await press('Save child');
    await press('Delete Maya');
    expect(field(LABELS.firstName).value).toBe('');
  });

  test('Undo restores the last child instead of the empty form', async () => {
    open('Maya');
    await press('Delete Maya');
    expect(document.activeElement?.textContent).toBe('Add a child');
    await press('Undo');
    expect(listed()).toEqual(['Maya']);
  });
});

describe('the browser keeps across a refresh', () => {
  const kept = (): string | null => sessionStorage.getItem('kidlab-reg');

  test('the whole list while a change is unsent, otherwise no children', async () => {
    open('Maya');
    expect(kept()).not.toContain('Maya');
    await press('Delete Maya');
    expect(kept()).toContain('Maya');
    await press('Undo');
    expect(kept()).not.toContain('Maya');
  });
});

describe('Cancel', () => {
  test('shows the same page if the family no longer exists', async () => {
    open('Maya');
    serve({ '/families/by-email': refusal(404, 'There is no such family.') });
    await press('Cancel registration');
    await press('Yes, cancel my registration');
    await waitFor(() => {
      expect(window.location.pathname).toBe('/kidlab-reg/cancel-registration');
    });
    expect(listedChildren(registration())).toEqual([]);
  });
});

describe('Continue', () => {
  const known = { status: 200, body: JSON.stringify(DRAFT.guid) };

  test('deletes a child that the server has saved although its response was lost', async () => {
    open('Maya');
    await press('+ Add another child');
    await fill({ ...MAYA, firstName: 'Leo' });
    await press('Save child');
    const [, leo] = listedChildren(registration());
    await press('Delete Leo');
    const saved = savedChildren('Maya', 'Leo').map((child) =>
      child.firstName === 'Leo' ? { ...child, idempotencyKey: leo?.key ?? '' } : child,
    );
    const call = serve({
      '/families/guid': known,
      '/registration/draft': { status: 200, body: { ...DRAFT, children: saved } },
      // An earlier try has reached the server, too.
      '/children/2': refusal(404, 'There is no such child.'),
    });
    await press('Continue');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
    expect(screen.queryByText('Oops!')).toBeNull();
    const deletion = expect.objectContaining({ method: 'DELETE' }) as RequestInit;
    expect(call).toHaveBeenCalledWith('/kidlab-reg/children/2', deletion);
  });

  test.each<[string, () => void]>([
    ['a session that ends meanwhile leads to its page', () => undefined],
    ['a registration that another tab ends meanwhile goes no further', clearRegistration],
  ])('%s', async (_, endInAnotherTab) => {
    open('Maya');
    await press('+ Add another child');
    await fill({ ...MAYA, firstName: 'Leo' });
    await press('Save child');
    const draft = { status: 200, body: { ...DRAFT, children: savedChildren('Maya') } };
    const over = refusal(401, 'Your session has expired.');
    const isEnded = endInAnotherTab === clearRegistration;
    serve({
      '/families/guid': known,
      '/registration/draft': draft,
      '/children': () => {
        endInAnotherTab();
        return isEnded ? { status: 201 } : over;
      },
    });
    await press('Continue');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
    const page = isEnded ? 'children-step' : 'session-expired';
    expect(window.location.pathname).toBe(`/kidlab-reg/${page}`);
  });

  test('shows a banner if the registration was accepted in another tab', async () => {
    open('Maya');
    serve({
      '/families/guid': { status: 200, body: '""' },
      '/registration/update-family-details': { status: 200 },
    });
    await press('Continue');
    const banner = await expectBanner(
      BANNER_MESSAGES.awaitingConfirmation,
      'If you need help, please contact support@example.org.',
    );
    await waitFor(() => expect(document.activeElement).toBe(banner));
  });

  test('needs a child; the banner disappears when the list changes', async () => {
    open();
    await press('Cancel');
    await press('Continue');
    await expectBanner(BANNER_MESSAGES.addAChild);
    await press('+ Add child');
    expect(screen.queryByText('Oops!')).toBeNull();
    expect(document.title).toMatch(/^Child Information/);
  });

  test.each([
    ['email', BANNER_MESSAGES.emailMissing],
    ['guid', BANNER_MESSAGES.guidMissing],
  ])('sends nothing without the %s in the browser’s storage', async (entry, message) => {
    open('Maya');
    const call = serve({});
    forgetEntry(entry);
    await press('Continue');
    await expectBanner(message);
    expect(call).not.toHaveBeenCalled();
  });

  test('shows a banner if the check or a save fails, and then saves each child once', async () => {
    open('Maya');
    await press('+ Add another child');
    await fill({ ...MAYA, firstName: 'Leo' });
    await press('Save child');
    const failure = { status: 500 };
    serve({ '/families/guid': failure });
    await press('Continue');
    const banner = await expectBanner(BANNER_MESSAGES.validationFailed);
    await waitFor(() => expect(document.activeElement).toBe(banner));

    const draft = { status: 200, body: { ...DRAFT, children: savedChildren('Maya') } };
    // The banner omits a reason on the server’s side, which would not help.
    const broken = refusal(500, 'Something went wrong on our side. Please try again.');
    serve({ '/families/guid': known, '/registration/draft': draft, '/children': broken });
    await press('Continue');
    await expectBanner(BANNER_MESSAGES.childSaveFailed);
    expect(listed()).toEqual(['Maya', 'Leo']);

    serve({
      '/families/guid': known,
      '/registration/draft': draft,
      '/children': refusal(429, TOO_MANY),
    });
    await press('Continue');
    await expectBanner(BANNER_MESSAGES.childSaveFailed, TOO_MANY);

    const refused = { status: 409, body: { message: 'A family can register at most 5 children.' } };
    serve({ '/families/guid': known, '/registration/draft': draft, '/children': refused });
    await press('Continue');
    await expectBanner(BANNER_MESSAGES.childSaveFailed, refused.body.message);
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Continue' }).ariaDisabled).not.toBe('true');
    });

    let saved = savedChildren('Maya');
    const [, leo] = listedChildren(registration());
    const call = serve({
      '/families/guid': known,
      '/registration/draft': () => ({ status: 200, body: { ...DRAFT, children: saved } }),
      '/children': () => {
        saved = savedChildren('Maya', 'Leo').map((child) =>
          child.firstName === 'Leo' ? { ...child, idempotencyKey: leo?.key ?? '' } : child,
        );
        return { status: 201 };
      },
    });
    await press('Continue');
    await waitFor(() => {
      expect(window.location.pathname).toBe('/kidlab-reg/registration-agreement');
    });
    expect(call.mock.calls.filter(([address]) => address.endsWith('/children'))).toHaveLength(1);
  });
});

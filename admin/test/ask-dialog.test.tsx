import { expect, onTestFinished, test, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { AdminContext, TextInput } from 'react-admin';

import { AskDialog } from '../src/layout/ask-dialog.js';
import { EDIT_TEXTS } from '../src/texts/portal.js';
import { aLateAnswer, descriptionOf, enter, expectFocus, field, heading, press } from './page.js';

interface AskingProps {
  readonly onConfirm: () => Promise<void>;
  readonly children: ReactNode;
}

/** A button that opens a dialog. */
function Asking({ onConfirm, children }: AskingProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button onClick={() => setAsking(true)}>Ask</button>
      {isAsking ? (
        <AskDialog
          heading="Really?"
          question="?"
          confirm="Yes"
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        >
          {children}
        </AskDialog>
      ) : null}
    </>
  );
}

test('a dialog drops its input when it closes, after a success or an error', async () => {
  const queryClient = new QueryClient();
  const kept = (): unknown[] =>
    queryClient
      .getMutationCache()
      .getAll()
      .map(({ state }) => state.variables);
  const onConfirm = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new Error('refused'))
    .mockResolvedValueOnce();
  render(
    <AdminContext queryClient={queryClient}>
      <Asking onConfirm={onConfirm}>
        <TextInput source="password" />
      </Asking>
    </AdminContext>,
  );
  const user = userEvent.setup();
  for (const way of [EDIT_TEXTS.cancel, null]) {
    await press(user, 'Ask');
    await enter(user, 'password', 'a secret');
    await press(user, 'Yes');
    if (way !== null) {
      await screen.findByRole('alert');
      expect(kept()).toEqual([{ password: 'a secret' }]);
      await press(user, way);
    }
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    await waitFor(() => {
      expect(kept()).toEqual([]);
    });
  }
  expect(onConfirm).toHaveBeenCalledTimes(2);
});

test.each(['Esc', 'a click beside it'])(
  '%s closes a dialog until something is entered; Cancel always closes it',
  async (way) => {
    const onClose = vi.fn();
    render(
      <AdminContext>
        <AskDialog
          heading="Add"
          question="?"
          confirm="Yes"
          onConfirm={() => Promise.resolve()}
          onClose={onClose}
        >
          <TextInput source="name" />
        </AskDialog>
      </AdminContext>,
    );
    const user = userEvent.setup();
    const leave = async (): Promise<void> => {
      const beside = screen.getByRole('dialog').parentElement;
      if (beside === null) throw new Error('there is nothing beside the dialog');
      await (way === 'Esc' ? user.keyboard('{Escape}') : user.click(beside));
    };
    await user.click(field('name'));
    await leave();
    expect(onClose).toHaveBeenCalledTimes(1);
    await enter(user, 'name', 'typed');
    await leave();
    expect(onClose).toHaveBeenCalledTimes(1);
    await press(user, EDIT_TEXTS.cancel);
    expect(onClose).toHaveBeenCalledTimes(2);
  },
);

test('Enter that is still held from opening a dialog does not confirm it', async () => {
  const onConfirm = vi.fn(() => Promise.resolve());
  render(
    <AdminContext>
      <Asking onConfirm={onConfirm}>
        <TextInput source="families" autoFocus />
      </Asking>
    </AdminContext>,
  );
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard('{Enter>3/}');
  expect(document.activeElement).toBe(field('families'));
  expect(onConfirm).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onConfirm).toHaveBeenCalledTimes(1));
});

test('a dialog is described by its question; Esc and Cancel keep it open while its action is under way', async () => {
  const onClose = vi.fn();
  const { late, release } = aLateAnswer();
  render(
    <AdminContext>
      <AskDialog
        heading="Really?"
        question="There is no way back."
        subject="Doe"
        confirm="Yes"
        onConfirm={async () => void (await late)}
        onClose={onClose}
      />
    </AdminContext>,
  );
  expect(descriptionOf(screen.getByRole('alertdialog'))).toBe('There is no way back.Doe');
  const user = userEvent.setup();
  await press(user, 'Yes');
  await user.keyboard('{Escape}');
  await press(user, EDIT_TEXTS.cancel);
  expect(onClose).not.toHaveBeenCalled();
  release({});
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('a dialog that unmounts during its action does not poll in a tight loop', async () => {
  const { late, release } = aLateAnswer();
  const onConfirm = async (): Promise<void> => void (await late);
  const { unmount } = render(
    <AdminContext>
      <AskDialog
        heading="Really?"
        question="?"
        confirm="Yes"
        onConfirm={onConfirm}
        onClose={() => undefined}
      />
    </AdminContext>,
  );
  await press(userEvent.setup(), 'Yes');
  vi.useFakeTimers();
  unmount();
  const began = Date.now();
  for (let timers = 0; timers < 20; timers += 1) vi.advanceTimersToNextTimer();
  expect(Date.now() - began).toBeGreaterThan(500);
  release({});
});

test.each([
  ['a success', false],
  ['a failure', true],
])('a dialog whose button has gone moves the focus to the heading after %s', async (_, fails) => {
  function Asking() {
    const [isAsking, setAsking] = useState(false);
    const [isThere, setThere] = useState(true);
    return (
      <>
        <h1 tabIndex={-1}>Doe</h1>
        {isThere ? <button onClick={() => setAsking(true)}>Ask</button> : null}
        {isAsking ? (
          <AskDialog
            heading="Really?"
            question="?"
            confirm="Yes"
            onConfirm={() => {
              setThere(false);
              return fails ? Promise.reject(new Error('refused')) : Promise.resolve();
            }}
            onClose={() => setAsking(false)}
          />
        ) : null}
      </>
    );
  }
  render(
    <AdminContext>
      <Asking />
    </AdminContext>,
  );
  const user = userEvent.setup();
  await press(user, 'Ask');
  await press(user, 'Yes');
  if (fails) {
    await screen.findByRole('alert');
    await press(user, EDIT_TEXTS.cancel);
  }
  await expectFocus(heading);
});

test('the button that opened a dialog gets the focus back, also where a date field sends no focusin', async () => {
  const likeSafari = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) event.stopImmediatePropagation();
  };
  window.addEventListener('focusin', likeSafari, true);
  onTestFinished(() => window.removeEventListener('focusin', likeSafari, true));
  render(
    <AdminContext>
      <h1 tabIndex={-1}>Doe</h1>
      <Asking onConfirm={() => Promise.resolve()}>
        <TextInput source="day" type="date" autoFocus />
      </Asking>
    </AdminContext>,
  );
  const user = userEvent.setup();
  await press(user, 'Ask');
  await expectFocus(() => field('day'));
  await user.keyboard('{Escape}');
  await expectFocus(() => screen.getByRole('button', { name: 'Ask' }));
});

import { Button, MantineProvider, TextInput } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider, useNavigate } from 'react-router';
import { expect, it, vi } from 'vitest';
import { invalid, networkError, refusal } from '../../test/api-errors.ts';
import { renderPart } from '../../test/render.tsx';
import { button, expectProblem, expectToast } from '../../test/screen.ts';
import { emailRule, fullNameRule } from './account-rules.ts';
import { setLocale } from './i18n.ts';
import { useForm } from './use-form.ts';
import { useSubmit } from './use-submit.tsx';

interface Contact extends Record<string, unknown> {
  name: string;
  email: string;
}

interface ContactFormProps {
  send: (values: Contact) => Promise<void>;
  onError?: (error: unknown) => void;
}

/** A minimal form, built like those of the product. */
function ContactForm({ send, onError }: ContactFormProps) {
  const form = useForm<Contact>({
    initialValues: { name: '', email: '' },
    validate: { name: fullNameRule, email: emailRule },
  });
  const { isBusy, onSubmit } = useSubmit(form, send, onError);
  return (
    <form noValidate onSubmit={onSubmit}>
      <TextInput label="Name" {...form.getInputProps('name')} />
      <TextInput label="Email" {...form.getInputProps('email')} />
      <Button type="submit" loading={isBusy}>
        Send
      </Button>
    </form>
  );
}

const nameField = () => screen.getByLabelText('Name');
const emailField = () => screen.getByLabelText('Email');

function openForm(props: Partial<ContactFormProps> = {}) {
  const send = vi.fn<ContactFormProps['send']>(async () => undefined);
  return { send, ...renderPart(<ContactForm send={send} {...props} />) };
}

async function fillForm({ user }: ReturnType<typeof openForm>): Promise<void> {
  await user.click(nameField());
  await user.paste('Zoé Lefèvre');
  await user.click(emailField());
  await user.paste('zoe@example.com');
}

it('validates a field when it is left, without validating the others', async () => {
  const { user, send } = openForm();
  await user.click(nameField());
  expect(nameField()).toBeValid();
  await user.tab();
  await expectProblem(nameField(), 'Full name is required');
  expect(emailField()).toBeValid();
  expect(send).not.toHaveBeenCalled();
});

it('clears the error of a field as soon as it is corrected', async () => {
  const { user } = openForm();
  await user.click(nameField());
  await user.tab();
  await expectProblem(nameField(), 'Full name is required');
  await user.click(nameField());
  await user.paste('Zoé Lefèvre');
  expect(nameField()).toBeValid();
  await user.tab();
  expect(nameField()).toBeValid();
});

it('shows an error only once the mouse button is released, so that no button moves under the pointer', async () => {
  const { user } = openForm();
  await user.click(nameField());
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Send' }) });
  expect(nameField()).not.toHaveFocus();
  expect(nameField()).toBeValid();
  await user.pointer({ keys: '[/MouseLeft]' });
  await expectProblem(nameField(), 'Full name is required');
});

it('sends nothing while a field is invalid, and focuses the first invalid field', async () => {
  const opened = openForm();
  const { user, send } = opened;
  await user.click(await button('Send'));
  await expectProblem(nameField(), 'Full name is required');
  await expectProblem(emailField(), 'Email is required');
  await waitFor(() => expect(nameField()).toHaveFocus());
  await user.paste('Zoé Lefèvre');
  await user.click(await button('Send'));
  await waitFor(() => expect(emailField()).toHaveFocus());
  expect(send).not.toHaveBeenCalled();
});

it('translates field errors when the language changes', async () => {
  const { user } = openForm();
  await user.click(await button('Send'));
  await expectProblem(emailField(), 'Email is required');
  act(() => setLocale('fr'));
  await expectProblem(emailField(), "L'e-mail est requis");
  await expectProblem(nameField(), 'Le nom complet est requis');
});

it('sends a form once, however often it is submitted during the request', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const opened = openForm();
  const { user, send } = opened;
  send.mockReturnValue(promise);
  await fillForm(opened);
  await user.keyboard('{Enter}{Enter}');
  const submit = await button('Send');
  await waitFor(() => expect(submit).toBeDisabled());
  const form = submit.closest('form');
  if (form) fireEvent.submit(form);
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'Zoé Lefèvre', email: 'zoe@example.com' });
  resolve();
  await waitFor(() => expect(submit).toBeEnabled());
  await user.click(submit);
  expect(send).toHaveBeenCalledTimes(2);
});

it('shows a field error of the service at its field, focuses it, and keeps the input', async () => {
  const onError = vi.fn<(error: unknown) => void>();
  const opened = openForm({ onError });
  const { user, send } = opened;
  send.mockRejectedValue(invalid({ type: 'value_error', loc: ['body', 'email'], msg: 'not an address' }));
  await fillForm(opened);
  nameField().focus();
  await user.keyboard('{Enter}');
  await expectProblem(emailField(), 'This is not a valid email address');
  expect(emailField()).toHaveFocus();
  expect(emailField()).toHaveValue('zoe@example.com');
  expect(nameField()).toHaveValue('Zoé Lefèvre');
  expect(nameField()).toBeValid();
  expect(onError).not.toHaveBeenCalled();
  act(() => setLocale('fr'));
  await expectProblem(emailField(), 'Cette adresse e-mail n’est pas valide');
});

it('reports an error of an unknown field as an error of the whole form', async () => {
  const onError = vi.fn<(error: unknown) => void>();
  const opened = openForm({ onError });
  const error = invalid({ loc: ['body', 'phone'] });
  opened.send.mockRejectedValue(error);
  await fillForm(opened);
  await opened.user.keyboard('{Enter}');
  await waitFor(() => expect(onError).toHaveBeenCalledExactlyOnceWith(error));
  expect(nameField()).toBeValid();
  expect(emailField()).toBeValid();
});

it.each([
  ['a lost connection', networkError(), 'The service can’t be reached. Check your connection and try again.'],
  [
    'a refusal',
    refusal(409, 'conflict'),
    'This can’t be done at the moment. Reload the page, then try again.',
  ],
])(
  'shows in a toast that submitting failed because of %s, and allows another attempt',
  async (_, error, text) => {
    const opened = openForm();
    const { user, send } = opened;
    send.mockRejectedValueOnce(error);
    await fillForm(opened);
    await user.keyboard('{Enter}');
    await expectToast(text);
    expect(emailField()).toHaveValue('zoe@example.com');
    await waitFor(async () => expect(await button('Send')).toBeEnabled());
    await user.click(await button('Send'));
    expect(send).toHaveBeenCalledTimes(2);
  },
);

it('stays busy until the page after submitting is shown', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const send = vi.fn<() => Promise<void>>(async () => undefined);
  function Sending() {
    const navigate = useNavigate();
    return (
      <ContactForm
        send={async () => {
          await send();
          await navigate('/next');
        }}
      />
    );
  }
  const lazyPage = async () => {
    await promise;
    return { Component: () => <h1>Next</h1> };
  };
  render(
    <MantineProvider env="test">
      <RouterProvider
        router={createMemoryRouter([
          { path: '/', Component: Sending },
          { path: '/next', lazy: lazyPage },
        ])}
      />
    </MantineProvider>,
  );
  const user = userEvent.setup();
  await user.type(nameField(), 'Zoé Lefèvre');
  await user.type(emailField(), 'zoe@example.com{Enter}');
  await waitFor(async () => expect(await button('Send')).toBeDisabled());
  await user.type(emailField(), '{Enter}');
  expect(await button('Send')).toBeDisabled();
  resolve();
  expect(await screen.findByRole('heading', { name: 'Next' })).toBeVisible();
  expect(send).toHaveBeenCalledOnce();
});

it('keeps an error of the service that arrives before the blurred field is validated', async () => {
  const send = vi.fn<ContactFormProps['send']>(() =>
    Promise.reject(invalid({ loc: ['body', 'email'], msg: 'Taken' })),
  );
  renderPart(<ContactForm send={send} />);
  fireEvent.change(nameField(), { target: { value: 'Ada Lovelace' } });
  fireEvent.change(emailField(), { target: { value: 'ada@example.com' } });
  const submit = await button('Send');
  act(() => emailField().focus());
  fireEvent.mouseDown(submit);
  fireEvent.blur(emailField());
  fireEvent.mouseUp(submit);
  fireEvent.click(submit);
  await waitFor(() => expect(emailField()).toBeInvalid());
  // Pending callbacks have run by now.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(emailField()).toBeInvalid();
});

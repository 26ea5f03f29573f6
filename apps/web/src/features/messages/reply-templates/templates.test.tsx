import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aSuperuser, idOf } from '../../../../test/accounts.ts';
import { answer, contract, refuse } from '../../../../test/api.ts';
import { answerInbox } from '../../../../test/inbox.ts';
import { aTemplate } from '../../../../test/messages.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, expectProblem, expectToast, fill } from '../../../../test/screen.ts';

const THANKS = aTemplate();
const SORRY = aTemplate({ id: idOf(321), title: 'Sorry', bodies: { fr: 'Désolé', en: '' }, position: 1 });

async function openTemplates(...templates: ReturnType<typeof aTemplate>[]) {
  answerInbox();
  const answerThese = () =>
    answer(contract.replyTemplates.readReplyTemplates, () => ({
      status: 200,
      body: { data: templates, count: templates.length },
    }));
  answerThese();
  const page = await openPage('/messages', { as: aSuperuser() });
  await page.user.click(await button('Other actions'));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Reply templates' }));
  return { ...page, templates, list: await screen.findByRole('dialog', { name: 'Reply templates' }) };
}

const inDialog = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name });

it('adds a template with texts in both languages at the end of the list', async () => {
  const { user, templates } = await openTemplates(THANKS);
  await screen.findByText('Thanks');
  await user.click(inDialog('New template'));
  const title = await screen.findByLabelText('Title, for the team');
  const french = screen.getByLabelText('Text in French');
  await user.click(inDialog('Save'));
  await expectProblem(title, /^This field is required/);
  await expectProblem(french, /^This field is required/);
  expect(screen.getByLabelText('Text in English')).toBeValid();
  await waitFor(() => expect(title).toHaveFocus());
  await fill(user, title, 'Sorry');
  await fill(user, french, 'Désolé {prénom}');
  const calls = answer(contract.replyTemplates.createReplyTemplate, () => {
    templates.push(SORRY);
    return { status: 200, body: SORRY };
  });
  await user.click(inDialog('Save'));
  await expectToast('Template saved.');
  expect(calls[0]?.body).toEqual({ title: 'Sorry', bodies: { fr: 'Désolé {prénom}', en: '' }, position: 1 });
  expect(await within(screen.getByRole('dialog')).findByText('Sorry')).toBeVisible();
});

it.each([
  ['Title, for the team', 'x'.repeat(81), /^Shorten this text\./],
  ['Text in French', 'x'.repeat(5001), /^Shorten this text\./],
  ['Text in English', 'x'.repeat(5001), /^Shorten this text\./],
  ['Place in the list', '1001', 'A whole number from 0 to 1,000'],
])('checks “%s” of a template', async (label, value, problem) => {
  const { user } = await openTemplates(THANKS);
  await user.click(await button('Edit Thanks'));
  const field = await screen.findByLabelText(label);
  await fill(user, field, value);
  await user.click(inDialog('Save'));
  await expectProblem(field, problem);
});

it('keeps both texts of a template that a colleague changes, and saves the chosen one', async () => {
  const { user, templates } = await openTemplates(THANKS, SORRY);
  await user.click(await button('Edit Thanks'));
  await fill(user, await screen.findByLabelText('Text in French'), 'Merci, de ma part.');
  refuse(contract.replyTemplates.updateReplyTemplate, 'version_conflict');
  templates[0] = aTemplate({ bodies: { ...THANKS.bodies, fr: 'Merci, de sa part.' }, version: 2 });
  await user.click(inDialog('Save'));
  const conflict = await screen.findByRole('dialog', { name: 'Somebody else has changed this template' });
  expect(conflict).toHaveTextContent('Merci, de sa part.');
  await user.click(within(conflict).getByRole('radio', { name: /^Mine/ }));
  const calls = answer(contract.replyTemplates.updateReplyTemplate, { status: 200, body: THANKS });
  await user.click(within(conflict).getByRole('button', { name: 'Save this choice' }));
  await expectToast('Template saved.');
  expect(calls.map(({ params, body }) => [params, body])).toEqual([
    [
      { id: THANKS.id },
      {
        title: 'Thanks',
        bodies: { fr: 'Merci, de ma part.', en: 'Thank you {first_name}' },
        position: 0,
        version: 2,
      },
    ],
  ]);
});

it('erases a template after a confirmation, and leaves the others', async () => {
  const { user, templates } = await openTemplates(THANKS, SORRY);
  const calls = answer(contract.replyTemplates.deleteReplyTemplate, () => {
    templates.shift();
    return { status: 200, body: { message: 'Deleted' } };
  });
  await user.click(await button('Erase Thanks for good'));
  const question = await screen.findByRole('dialog', { name: 'Erase “Thanks” for good?' });
  await user.click(within(question).getByRole('button', { name: 'Erase for good' }));
  await expectToast('Template erased.');
  expect(calls.map(({ params }) => params)).toEqual([{ id: THANKS.id }]);
  await waitFor(() => expect(screen.queryByText('Thanks')).toBeNull());
  expect(screen.getByText('Sorry')).toBeVisible();
});

it('says that there is no template yet', async () => {
  await openTemplates();
  expect(await screen.findByText('No template yet.')).toBeVisible();
});

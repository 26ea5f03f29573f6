import { expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { inDialog } from './steps.ts';
import { expectShown, expectSoon, inEnglish, pathOf } from './watching.ts';

const product = useProduct();

it('prompts before a link, the back button or closing the tab discards unsaved changes', async () => {
  const { t } = product();
  const page = await product().open('/members', { as: await inEnglish(t, t.colleague()), locale: 'en' });
  await page.getByRole('link', { name: 'New member' }).first().click();
  const email = page.getByLabel('Email', { exact: true });
  await email.fill('zoe@example.com');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });

  await page.goBack();
  await expectShown(question);
  await inDialog(page, 'Keep writing').click();
  await expectSoon(() => pathOf(page), '/members/new');
  expect(await email.inputValue()).toBe('zoe@example.com');

  const asked: string[] = [];
  page.once('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expectSoon(() => email.inputValue(), 'zoe@example.com');
  await expectShown(page.getByText('What you had typed has been restored.'));

  await page.getByRole('link', { name: 'News', exact: true }).click();
  await expectShown(question);
  await inDialog(page, 'Leave without saving').click();
  await expectShown(page.getByRole('heading', { level: 1, name: 'News' }));
  await page.goBack();
  await expectSoon(() => pathOf(page), '/members/new');
  expect(await email.inputValue()).toBe('');
});

import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from './news.texts.ts';

export const NewArticleButton = () => (
  <Button component={Link} to="/news/new" data-shortcut="c" leftSection={<IconPlus size={17} aria-hidden />}>
    {t.add}
  </Button>
);

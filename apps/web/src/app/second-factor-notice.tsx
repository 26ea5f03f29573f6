import { Alert } from '@mantine/core';
import { Link } from 'react-router';
import { formatDate } from '../platform/dates.ts';
import { t } from './shell.texts.ts';

/** Above every page, until somebody who has to set a second factor up has done so. */
export const SecondFactorNotice = ({ due }: { due: string }) => (
  <Alert color="yellow" mb="lg">
    {t.secondFactorDue(formatDate(due))} <Link to="/settings">{t.setUpSecondFactor}</Link>
  </Alert>
);

import { afterEach } from 'vitest';
import { takeErrors } from './error-log.ts';

afterEach(({ task }) => {
  const errors = takeErrors();
  if (task.result?.state === 'fail') process.stderr.write(errors);
});

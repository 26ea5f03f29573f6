import { partsOf } from '@agora/contract/shared/links';
import { Fragment } from 'react';

/** A plain text whose links can be opened, each in a tab of its own. */
export const LinkedText = ({ text }: { text: string }) =>
  partsOf(text).map(({ at, text: shown, href }) =>
    href === undefined ? (
      <Fragment key={at}>{shown}</Fragment>
    ) : (
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {shown}
      </a>
    ),
  );

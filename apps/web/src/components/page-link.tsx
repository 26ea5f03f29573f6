import { Link, type LinkProps } from 'react-router';
import { useMayOpen } from '../platform/page-access.ts';

type PageLinkProps = Pick<LinkProps, 'className' | 'dir' | 'title' | 'style' | 'children'> & { to: string };

/** A link to a page; plain text for those who may not open it. */
export function PageLink({ to, ...props }: PageLinkProps) {
  const mayOpen = useMayOpen();
  return mayOpen(to) ? <Link to={to} {...props} /> : <span {...props} />;
}

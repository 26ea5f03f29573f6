import { IconBell } from '@tabler/icons-react';
import { EmptyPage } from './empty-page.tsx';

export const Page = () => <EmptyPage subject="broadcast" icon={IconBell} />;

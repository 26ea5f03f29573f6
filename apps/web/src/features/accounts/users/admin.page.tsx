import { UsersList } from './users-list.tsx';

export const Page = () => <UsersList kind="admin" />;

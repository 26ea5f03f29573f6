import { Text } from '@mantine/core';

interface FormHeadingProps {
  title: string;
  /** What to do, or what has happened. */
  text: string;
}

/** Beginning of a public page. */
export const FormHeading = ({ title, text }: FormHeadingProps) => (
  <header>
    <h1>{title}</h1>
    <Text c="dimmed" mt={6}>
      {text}
    </Text>
  </header>
);

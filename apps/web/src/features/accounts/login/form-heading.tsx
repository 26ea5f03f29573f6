import { Text } from '@mantine/core';

interface FormHeadingProps {
  title: string;
  /** Instructions, or the result of the last step. */
  text: string;
}

/** Heading of a public page. */
export const FormHeading = ({ title, text }: FormHeadingProps) => (
  <header>
    <h1>{title}</h1>
    <Text c="dimmed" mt={6}>
      {text}
    </Text>
  </header>
);

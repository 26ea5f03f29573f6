import { contract } from 'virtual:contract';
import type { MessageImageSize } from '@agora/contract/features/messages/messages.images.contract';
import { Image, type ImageProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getCompleteUrl } from '@ts-rest/core';
import type { ReactNode } from 'react';
import { fetchApi } from '../../../platform/api.ts';

export const imagePath = (id: string, size: MessageImageSize): string =>
  getCompleteUrl({ size }, '', { id }, contract.messageImages.readMessageImage, false);

interface PrivateImageProps extends ImageProps {
  id: string;
  size: MessageImageSize;
  alt: string;
  /** Replaces a picture that could not be loaded. */
  missing: ReactNode;
}

/** A picture that requires the token, which an `img` element cannot send. */
export function PrivateImage({ id, size, alt, missing, ...image }: PrivateImageProps) {
  const { data, isError } = useQuery({
    queryKey: ['message-images', id, size],
    queryFn: async ({ signal }) =>
      (await fetchApi({ path: imagePath(id, size), method: 'GET', signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  function show(element: HTMLImageElement | null) {
    if (!element || !data) return undefined;
    const url = URL.createObjectURL(data);
    element.src = url;
    return () => URL.revokeObjectURL(url);
  }
  return isError ? missing : <Image {...image} alt={alt} ref={show} aria-busy={data ? undefined : true} />;
}

import { fetchApi } from './api.ts';

/**
 * Saves the response of a route as a file. A link could not send the token.
 * @throws {ApiError}
 */
export async function download(path: string, fileName: string): Promise<void> {
  const response = await fetchApi({ path, method: 'GET' });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

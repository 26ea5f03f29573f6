import { fetchApi, readBody } from './api.ts';

/**
 * Saves the response of a route as a file. A link could not send the token.
 * @throws {ApiError}
 */
export async function download(path: string, fileName: string): Promise<void> {
  const response = await fetchApi({ path, method: 'GET', isStream: true });
  save(await readBody(response, (received) => received.blob()), fileName);
}

/** Saves a blob as a file. */
export function save(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

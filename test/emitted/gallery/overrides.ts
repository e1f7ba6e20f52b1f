import { ToolError } from './runtime/tool-error.js';
import { override, type Override } from './runtime/tool.js';
import { exportGallery, readChanges } from './tools/gallery.js';
import { getOrder } from './tools/orders.js';
import { deletePhoto, downloadImage, getPhoto, listPhotos } from './tools/photos.js';

/** One override of each kind. */
export const overrides: readonly Override[] = [
  // Other arguments, and another result.
  override(listPhotos, async (input, call) => {
    const { photos, ...page } = await call({ ...input, limit: Math.min(input.limit ?? 2, 2) });
    return { ...page, photos: photos.map((photo) => ({ ...photo, title: photo.title.toUpperCase() })) };
  }),
  // Two requests.
  override(getPhoto, async ({ photoId }, call) => {
    const [photo, next] = await Promise.all([call({ photoId }), call({ photoId: photoId + 1 })]);
    return { ...photo, tags: [...(photo.tags ?? []), `before ${next.title}`] };
  }),
  // Another answer to one of the API's errors.
  override(getOrder, async (input, call) => {
    try {
      return await call(input);
    } catch (error) {
      if (!(error instanceof ToolError) || error.status !== 404) throw error;
      throw new ToolError('invalid-argument', `There is no order ${input.orderId}; orderPrints makes one.`);
    }
  }),
  // No request at all.
  override(deletePhoto, () => {
    throw new ToolError('invalid-argument', 'Photos are kept for ever.');
  }),
  // The answer as it is.
  override(downloadImage, (input, call) => call(input)),
  // A fault of whoever wrote it.
  override(exportGallery, () => Promise.reject(new Error('the password is hunter22'))),
  // One that takes its time, and hears when nobody waits any more.
  override(readChanges, async (input, call, { signal, progress }) => {
    progress('Waiting');
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    return call(input);
  }),
];

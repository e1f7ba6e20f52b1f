import type { ShowCall } from '../sample-apis.js';
import { drawPicture } from './image.js';

/** Pages, downloads, uploads, sends a form, follows changes, and asks for what is not there. */
export async function galleryTour(show: ShowCall): Promise<void> {
  const page = (await show('listPhotos', { limit: 2 })) as { readonly next: string };
  await show('listPhotos', { limit: 2, cursor: page.next });
  await show('downloadImage', { photoId: 1 });
  const image = drawPicture([250, 120, 60], [50, 30, 60]).toString('base64');
  const photo = (await show('uploadPhoto', {
    body: {
      file: `data:image/png;name=sunset.png;base64,${image}`,
      info: { title: 'Sunset', tags: ['evening'] },
    },
  })) as { readonly id: number };
  await show('replaceImage', { photoId: photo.id, body: `data:image/png;base64,${image}` });
  await show('orderPrints', {
    body: { photos: [1, photo.id], address: { name: 'Ada', city: 'Turin' }, framed: true },
  });
  await show('readChanges', { after: 6 });
  await show('exportGallery', {});
  await show('deletePhoto', { photoId: photo.id });
  await show('getPhoto', { photoId: photo.id }, 404);
}

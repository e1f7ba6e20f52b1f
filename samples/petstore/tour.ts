import type { ShowCall } from '../sample-apis.js';

/** Adds a pet, finds it, deletes it, and looks for it in vain. */
export async function petstoreTour(show: ShowCall): Promise<void> {
  const pet = (await show('createPet', { body: { name: 'Rex', kind: 'dog', tags: ['good'] } })) as {
    readonly id: number;
  };
  await show('listPets', { tags: ['good'] });
  await show('getPet', { petId: pet.id });
  await show('deletePet', { petId: pet.id });
  await show('getPet', { petId: pet.id }, 404);
}

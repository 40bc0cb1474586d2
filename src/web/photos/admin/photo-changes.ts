import type { AdminPhoto, adminPhotoEndpoints } from '#contract/admin-photos.ts';
import type { BodyOf } from '#contract/endpoint.ts';

export type PhotoChanges = BodyOf<typeof adminPhotoEndpoints.updatePhotos>['photos'];

/** The properties of a dialog that changes several photos. */
export interface PhotosDialogProps {
  readonly photos: readonly AdminPhoto[];
  readonly isSaving: boolean;
  /** Saves and closes the dialog; resolves to the error message, empty on success. */
  readonly onSave: (changes: PhotoChanges, text: string) => Promise<string>;
  readonly onClose: () => void;
}

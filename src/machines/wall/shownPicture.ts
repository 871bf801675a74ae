import {MINUTE} from '../../../contract/rules/time/durations'
import {textsOf} from '../../domain/language'
import {createResource, type ResourceRef} from '../resource'

const texts = textsOf('machines.shownPicture', {unloaded: 'The picture could not be loaded.'})

export interface PictureQuestion {
  /** Null for those who have none, and so no pictures. */
  organisationId: string | null
  picture: string
}

export interface ShownPicture {
  /** An address in this browser; null when the picture is gone. */
  url: string | null
}

/** A picture never changes, but it may be removed. */
const PAUSE = 5 * MINUTE

/** A picture of the organisation, as a wall shows it. */
export const shownPictureMachine = createResource<ShownPicture, PictureQuestion>({
  id: 'shownPicture',
  texts,
  pause: () => PAUSE,
})

export type ShownPictureLogic = typeof shownPictureMachine
export type ShownPictureRef = ResourceRef<ShownPicture, PictureQuestion>

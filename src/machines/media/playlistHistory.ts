import {textsOf} from '../../domain/language'
import type {ListEdit} from '../../domain/media/listEdit'
import {createResource, type ResourceLogic, type ResourceRef} from '../resource'

const texts = textsOf('machines.playlistHistory', {unloaded: 'The history could not be loaded.'})

export interface PlaylistHistoryQuestion {
  deviceId: string
}

/** Who has changed the playlist of a device, and how, the newest first. */
export const playlistHistoryMachine = createResource<readonly ListEdit[], PlaylistHistoryQuestion>({
  id: 'playlistHistory',
  texts,
})

export type PlaylistHistoryLogic = ResourceLogic<readonly ListEdit[], PlaylistHistoryQuestion>
export type PlaylistHistoryRef = ResourceRef<readonly ListEdit[], PlaylistHistoryQuestion>

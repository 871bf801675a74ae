import {STATUS_CHECK_PERIOD} from '../../../contract/limits'
import {counted} from '../../domain/format/texts'
import {textsOf} from '../../domain/language'
import type {VideoList} from '../../domain/media/video'
import {createResource, type ResourceLogic, type ResourceRef} from '../resource'

export const videosTexts = textsOf('machines.videos', {
  unloaded: 'The videos could not be loaded.',
  deleteFailed: 'Delete failed',
  deleted: (name: string) => `${name} was deleted.`,
  deletedSeveral: (count: number) => `${counted(count)} videos were deleted.`,
})

export interface VideosQuestion {
  organisationId: string
}

/** The videos of an organisation on the server, newest first. */
export const videosMachine = createResource<VideoList, VideosQuestion>({
  id: 'videos',
  texts: videosTexts,
  pause: () => STATUS_CHECK_PERIOD,
})

export type VideosLogic = ResourceLogic<VideoList, VideosQuestion>
export type VideosRef = ResourceRef<VideoList, VideosQuestion>

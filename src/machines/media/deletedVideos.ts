import {counted} from '../../domain/format/texts'
import {textsOf} from '../../domain/language'
import type {DeletedVideo, RestoredVideo} from '../../domain/media/video'
import {createEntries, type EntriesLogic, type EntriesRef} from '../entries'

interface DeletedVideos {
  /** Null for those who may not restore videos. */
  input: {organisationId: string | null}
  loaded: readonly DeletedVideo[]
  row: DeletedVideo
  draft: object
  problems: object
  /** Restores the video. */
  act: DeletedVideo
  change: never
}

export const deletedVideosTexts = textsOf('machines.deletedVideos', {
  loadFailed: 'The deleted videos could not be loaded.',
  restoreFailed: 'The video could not be restored.',
  removeFailed: 'Delete failed',
  restored: (name: string, lists: number) =>
    `${name} is restored, and in ${counted(lists)} ${lists === 1 ? 'list' : 'lists'} again.`,
  changedSince: (lists: number) =>
    lists === 1
      ? 'One list was changed since, and stays as it is.'
      : `${counted(lists)} lists were changed since, and stay as they are.`,
})

/** Says what was restored, and what was not. */
export const restoredText = (name: string, {playlists, assignments, changedSince}: RestoredVideo): string =>
  [
    deletedVideosTexts.restored(name, playlists + assignments),
    ...(changedSince > 0 ? [deletedVideosTexts.changedSince(changedSince)] : []),
  ].join(' ')

/** The deleted videos of an organisation, which are restored or deleted for good. The last deleted is first. */
export const deletedVideosMachine = createEntries<DeletedVideos>({
  id: 'deletedVideos',
  texts: deletedVideosTexts,
  actFailed: () => deletedVideosTexts.restoreFailed,
  nothing: [],
  draftOf: () => ({}),
  noProblems: {},
  problemsOf: () => ({}),
})

export type DeletedVideosLogic = EntriesLogic<DeletedVideos>
export type DeletedVideosRef = EntriesRef<DeletedVideos>

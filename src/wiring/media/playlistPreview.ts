import {type ComponentType, createElement} from 'react'
import {catchError, distinctUntilChanged, filter, from, map, startWith} from 'rxjs'
import {fromEventObservable} from 'xstate'
import {loadFileUrl} from '../../api/media/videos'
import {isRefusedWith} from '../../domain/failure'
import {playListOf} from '../../domain/media/preview'
import {FileError} from '../../domain/player/fault'
import type {PlaylistRef} from '../../machines/media/lists'
import {playlistPreviewMachine} from '../../machines/media/playlistPreview'
import {connected} from '../../machines/ports'
import {call} from '../../streams/call'
import {PlaylistPreview, type PlaylistPreviewProps} from '../../ui/media/preview/PlaylistPreview'
import type {Connections} from '../connections'
import {createPlayback} from '../player/stage'
import {absoluteUrl} from './videos'

/** Joins the player's machine to the lists and the files of the dashboard. */
export function createPlaylistPreview({
  config,
  http,
  clock,
  serverClock: {now},
}: Pick<Connections, 'config' | 'http' | 'clock' | 'serverClock'>): ComponentType<PlaylistPreviewProps> {
  const {logic: playback, mount} = createPlayback({
    now,
    // Addresses expire, so each is asked for when its video is loaded.
    addressOf: ({assetId}) =>
      call(signal => loadFileUrl(http, {videoId: assetId}, {signal})).pipe(
        map(url => absoluteUrl(config.apiBase, url)),
        catchError(cause => {
          throw isRefusedWith(cause, 404) ? new FileError('gone', {cause}) : cause
        }),
      ),
  })
  const logic = connected(playlistPreviewMachine)({
    actors: {
      playback,
      clock: fromEventObservable(() => clock.ticks(now).pipe(filter(event => event.type === 'clock.ticked'))),
      lists: fromEventObservable(({input: {playlist}}) => listsOf(playlist)),
    },
  })
  return props => createElement(PlaylistPreview, {...props, logic, mount})
}

const listsOf = (playlist: PlaylistRef) =>
  from(playlist).pipe(
    startWith(playlist.getSnapshot()),
    map(({context}) => context.shown),
    distinctUntilChanged(),
    map(shown => ({type: 'list.taken' as const, list: playListOf(shown)})),
  )

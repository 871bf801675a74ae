import {catchError, type Observable, of, Subscription, switchMap} from 'rxjs'
import {type CallbackActorLogic, fromCallback} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import {faultOf} from '../../domain/player/fault'
import type {PlayItem} from '../../domain/player/list'
import {playbackMachine, type Slot, type StageCommand, type StageEvent} from '../../machines/player/playback'
import {connected} from '../../machines/ports'
import {type VideoEvent, videoEvents} from '../../streams/player/videoEvents'
import type {Mount} from '../../ui/player/Stage'

/** Two videos in one place, of which the upper one is seen. */
export interface Stage {
  logic: CallbackActorLogic<StageCommand>
  mount: Mount
}

export interface StageSource {
  /** Tells the address of the file, or fails, for a known reason with a `FileError`. */
  addressOf(item: PlayItem): Observable<string>
  now(): EpochMs
}

export function createStage({addressOf, now}: StageSource): Stage {
  const videos = [createVideo(), createVideo()] as const

  return {
    mount(place) {
      if (place === null) return undefined
      place.append(...videos)
      return () => {
        for (const video of videos) video.remove()
      }
    },
    logic: fromCallback<StageCommand>(({sendBack, receive}) => {
      const listening: Record<Slot, Subscription> = {0: Subscription.EMPTY, 1: Subscription.EMPTY}
      const unload = (slot: Slot) => {
        listening[slot].unsubscribe()
        videos[slot].removeAttribute('src')
        videos[slot].load()
      }
      const load = (slot: Slot, item: PlayItem) => {
        unload(slot)
        listening[slot] = addressOf(item)
          .pipe(
            switchMap(address => {
              videos[slot].src = address
              return videoEvents(videos[slot], {isVisible, now})
            }),
            catchError(error => of<VideoEvent>({type: 'video.failed', seconds: 0, fault: faultOf(error)})),
          )
          .subscribe(event => sendBack({...event, slot} satisfies StageEvent))
      }
      const clear = () => {
        unload(0)
        unload(1)
      }
      receive(command => {
        switch (command.type) {
          case 'load':
            return load(command.slot, command.item)
          case 'show':
            return show(command.slot)
          case 'unload':
            return unload(command.slot)
          case 'clear':
            return clear()
        }
      })
      return clear
    }),
  }

  function show(slot: Slot) {
    for (const [at, {style}] of videos.entries()) style.zIndex = at === slot ? '1' : '0'
    // It rejects when the video fails or is unloaded, and its events tell that.
    videos[slot].play().catch(() => {})
  }
}

const isVisible = () => document.visibilityState === 'visible'

function createVideo(): HTMLVideoElement {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  video.disablePictureInPicture = true
  video.disableRemotePlayback = true
  return video
}

/** A playback with its place on the page: that of the player, or of a preview, which receives the time as well. */
export function createPlayback(source: StageSource) {
  const {logic, mount} = createStage(source)
  return {logic: connected(playbackMachine)({actors: {stage: logic}}), mount}
}

import {delay, filter, fromEvent, map, merge, Observable, race, switchMap, take, timer} from 'rxjs'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {Fault} from '../../domain/player/fault'

export type VideoEvent =
  | {type: 'video.ready'}
  | {type: 'video.started'; at: EpochMs}
  | {type: 'video.ended'; seconds: number}
  | {type: 'video.failed'; seconds: number; fault: Fault}

/** The part of a video element that is used. */
export type Video = EventTarget &
  Pick<HTMLVideoElement, 'currentTime' | 'paused' | 'requestVideoFrameCallback' | 'cancelVideoFrameCallback'>

export interface VideoSurroundings {
  /** Whether anybody can see the page. */
  isVisible(): boolean
  now(): EpochMs
}

/** Emits the events of the file that the element has begun to load. */
export function videoEvents(video: Video, {isVisible, now}: VideoSurroundings): Observable<VideoEvent> {
  const failed = (fault: Fault) => map((): VideoEvent => ({type: 'video.failed', seconds: video.currentTime, fault}))
  const frame = new Observable<void>(subscriber => {
    const callback = video.requestVideoFrameCallback(() => subscriber.next())
    return () => video.cancelVideoFrameCallback(callback)
  })
  // A page in the background is given no frames.
  const ready = race(frame, fromEvent(video, 'loadeddata').pipe(delay(FRAME_PATIENCE)))
  const stopped = fromEvent(video, 'timeupdate').pipe(
    switchMap(() => timer(STOP_PATIENCE)),
    filter(() => isVisible() && !video.paused),
  )
  return merge(
    ready.pipe(
      take(1),
      map((): VideoEvent => ({type: 'video.ready'})),
    ),
    fromEvent(video, 'playing').pipe(
      take(1),
      map((): VideoEvent => ({type: 'video.started', at: now()})),
    ),
    fromEvent(video, 'ended').pipe(map((): VideoEvent => ({type: 'video.ended', seconds: video.currentTime}))),
    fromEvent(video, 'error').pipe(failed('unplayable')),
    stopped.pipe(failed('stopped')),
  )
}

const FRAME_PATIENCE: Milliseconds = 500
/** A video that shows no new frame for this long does not go on by itself. */
const STOP_PATIENCE: Milliseconds = 10_000

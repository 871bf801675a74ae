import type {Milliseconds} from '../../../contract/wire/common'
import type {ReadVideo, Unseen} from '../../domain/media/upload'

const unreadable = (unseen: Unseen): ReadVideo => ({duration: null, picture: null, pictureUrl: null, unseen})

/** A large video on a slow machine takes its time; one that can't be played says so at once. */
const PATIENCE: Milliseconds = 60_000
/** Twice the width at which it is shown. */
const PICTURE_WIDTH = 480
const QUALITY = 0.8

/** Makes out how long a video is and draws a picture of it, as far as this browser can play it. Never rejects. */
export async function readVideo(file: Blob, signal: AbortSignal): Promise<ReadVideo> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])
  const happened = (name: string) => event(video, name, patience)
  try {
    video.muted = true
    video.preload = 'auto'
    video.src = url
    await happened('loadeddata')
    const duration = await durationOf(video, happened)
    const shown = happened('seeked')
    video.currentTime = Math.min(1, (duration ?? 0) / 2000)
    await shown
    return {duration, ...(await pictureOf(video))}
  } catch {
    return unreadable(patience.aborted ? 'slow' : 'unplayable')
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

/** The length of a recording is only known after its end was looked for. */
async function durationOf(video: HTMLVideoElement, happened: (name: string) => Promise<void>) {
  if (video.duration === Number.POSITIVE_INFINITY) {
    const known = happened('durationchange')
    video.currentTime = Number.MAX_SAFE_INTEGER
    await known
  }
  return Number.isFinite(video.duration) ? Math.max(1, Math.round(video.duration * 1000)) : null
}

async function pictureOf(video: HTMLVideoElement): Promise<Omit<ReadVideo, 'duration'>> {
  const {videoWidth, videoHeight} = video
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(PICTURE_WIDTH, videoWidth)
  canvas.height = Math.round((canvas.width * videoHeight) / videoWidth)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const picture = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  if (picture === null) return unreadable('unplayable')
  return {picture, pictureUrl: canvas.toDataURL('image/jpeg', QUALITY), unseen: null}
}

function event(video: HTMLVideoElement, name: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(video.error ?? new Error(`The video did not come to '${name}'`))
    video.addEventListener(name, () => resolve(), {once: true, signal})
    video.addEventListener('error', fail, {once: true, signal})
    signal.addEventListener('abort', fail, {once: true})
    if (signal.aborted) fail()
  })
}

import type {Milliseconds} from '../../../contract/wire/common'
import type {ReadVideo} from '../../domain/media/upload'

const UNREADABLE: ReadVideo = {duration: null, picture: null, pictureUrl: null}

/** A video that says nothing for this long is not waited for any longer. */
const PATIENCE: Milliseconds = 15_000
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
    return UNREADABLE
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

async function pictureOf(video: HTMLVideoElement): Promise<Pick<ReadVideo, 'picture' | 'pictureUrl'>> {
  const {videoWidth, videoHeight} = video
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(PICTURE_WIDTH, videoWidth)
  canvas.height = Math.round((canvas.width * videoHeight) / videoWidth)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const picture = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return {picture, pictureUrl: picture === null ? null : canvas.toDataURL('image/jpeg', QUALITY)}
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

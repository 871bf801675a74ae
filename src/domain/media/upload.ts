import type {Milliseconds} from '../../../contract/wire/common'
import {isRefusedWith} from '../failure'
import type {Room} from './video'

/** The known properties of a file that a user has chosen; a `File` is one. */
export interface ChosenFile {
  name: string
  type: string
  /** In bytes. */
  size: number
  lastModified: number
}

/** The properties of a video that a browser reads before it is sent. */
export interface ReadVideo {
  duration: Milliseconds | null
  /** A still picture. */
  picture: Blob | null
  /** The same picture as a `data:` address. */
  pictureUrl: string | null
  /** Why there is no picture; null when there is one. */
  unseen: Unseen | null
}

/** `slow` says nothing about the video: the browser has not read it in time. `refused` is said by the server. */
export type Unseen = 'unplayable' | 'slow' | 'refused'

/** Tells whether the server refuses the file, and would refuse it again. Any other failure may pass. */
export const isFinalRefusal = (error: unknown): boolean => isRefusedWith(error, 400, 403, 413, 415)

/** An upload that ended with its page. It goes on when the same file is chosen again. */
export interface UnfinishedUpload {
  key: string
  name: string
  size: number
}

export type Refusal = 'notVideo' | 'empty' | 'tooLarge' | 'noRoom' | 'repeated'

/** Sorts chosen files into files to send and files that the server would refuse; `queued` are under way. */
export function sorted<Chosen extends ChosenFile>(
  files: readonly Chosen[],
  queued: readonly ChosenFile[],
  room: Room,
): {taken: Chosen[]; refused: {name: string; why: Refusal}[]} {
  const taken: Chosen[] = []
  const refused: {name: string; why: Refusal}[] = []
  for (const file of files) {
    const why = refusalOf(file, [...queued, ...taken], room)
    if (why === null) taken.push(file)
    else refused.push({name: file.name, why})
  }
  return {taken, refused}
}

function refusalOf(file: ChosenFile, queued: readonly ChosenFile[], room: Room): Refusal | null {
  if (!isVideo(file)) return 'notVideo'
  if (file.size === 0) return 'empty'
  if (room.fileLimit !== null && file.size > room.fileLimit) return 'tooLarge'
  if (queued.some(other => isSameFile(other, file))) return 'repeated'
  const expected = queued.reduce((bytes, {size}) => bytes + size, (room.used ?? 0) + file.size)
  return room.quota !== null && expected > room.quota ? 'noRoom' : null
}

/** Systems don't know the types of all files, so the ending of the name counts, too. The server reads the bytes. */
const isVideo = ({name, type}: ChosenFile): boolean => (type === '' ? ENDING.test(name) : type.startsWith('video/'))

const ENDING = /\.(mp4|m4v|mov|webm|mkv|ogv|ogg|avi|mpe?g|ts|m2ts|3gp|wmv|flv)$/i

export const isSameFile = (one: ChosenFile, other: ChosenFile): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

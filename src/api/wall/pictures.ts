import * as routes from '../../../contract/wire/entities/picture'
import type {InClientNames} from '../../../contract/wire/names'
import type {Picture} from '../../domain/wall/places/pictures'
import {ApiError} from '../errors'
import type {AskOptions, Http, Options} from '../http'

export async function loadPictures(
  http: Http,
  {organisationId}: {organisationId: string},
  options: Options = {},
): Promise<readonly Picture[]> {
  const pictures = await http.call(routes.listPictures, {params: {id: organisationId}, ...options})
  return pictures.map(picture => fromWire(picture, http.clock))
}

/** The same file can be sent again: it is stored once. */
export async function uploadPicture(
  http: Http,
  {organisationId, file}: {organisationId: string; file: File},
  options: Pick<AskOptions, 'signal' | 'onSent'> = {},
): Promise<Picture> {
  const body = new FormData()
  body.set('file', file, file.name)
  const asked = {params: {id: organisationId}, query: {name: file.name}, body}
  return fromWire(await http.call(routes.uploadPicture, {...asked, ...options}), http.clock)
}

export async function removePicture(
  http: Http,
  {organisationId, id}: {organisationId: string; id: string},
  options: Options = {},
): Promise<void> {
  await http.call(routes.removePicture, {params: {id: organisationId, pictureId: id}, ...options})
}

/** Null when it is gone. */
export async function loadPicture(
  http: Http,
  {organisationId, id}: {organisationId: string; id: string},
  options: Options = {},
): Promise<Blob | null> {
  try {
    const params = {id: organisationId, pictureId: id}
    const bytes = await http.call(routes.readPicture, {params, isBlob: true, ...options})
    return bytes instanceof Blob ? bytes : null
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

const fromWire = (wire: InClientNames<routes.PictureWire>, {toClient}: Http['clock']): Picture => ({
  ...wire,
  uploadedAt: toClient(wire.uploadedAt),
})

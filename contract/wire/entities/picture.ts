import * as z from 'zod/mini'
import {NAME_LENGTH} from '../../limits'
import {addition, nothing} from '../route'
import {requiredLine} from '../text'

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

/** A picture that the walls of an organisation may show. `width` and `height` are pixels, or what an SVG says. */
const picture = z.object({
  _id: z.string(),
  name: z.string(),
  content_type: z.enum(PICTURE_TYPES),
  size: z.number(),
  width: z.number(),
  height: z.number(),
  uploaded_by: z.string(),
  uploaded_at: z.number(),
})
export type PictureWire = z.infer<typeof picture>

/** Lists the pictures of an organisation by name. */
export const listPictures = addition('GET', '/api/v0/picture/by-org/:id', {answer: z.array(picture)})
/**
 * A form with a `file`. The same bytes are stored once, with their first name. Refused with 413 when there are too many
 * bytes or pixels, and with 415 for any other type than these pictures.
 */
export const uploadPicture = addition('POST', '/api/v0/picture/by-org/:id', {
  query: z.object({name: requiredLine(NAME_LENGTH)}),
  answer: picture,
  status: 201,
})
/** The bytes. A wall link may read the pictures that its wall shows. */
export const readPicture = addition('GET', '/api/v0/picture/by-org/:id/picture/:pictureId', {answer: z.unknown()})
export const removePicture = addition('DELETE', '/api/v0/picture/by-org/:id/picture/:pictureId', {answer: nothing})
